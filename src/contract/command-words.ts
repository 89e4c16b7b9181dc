/** `token.claim` → `token claim`: the words of an operation, which is also how its command is typed. */
export const commandWords = (operation: string): string => operation.replace('.', ' ')
