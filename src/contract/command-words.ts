/** `token.claim` → `token claim`: how the command of an operation is typed. */
export const commandWords = (operation: string): string =>
  operation === 'user.kyc' ? 'kyc submit' : operation.replace('.', ' ')
