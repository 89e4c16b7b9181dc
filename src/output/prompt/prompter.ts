/** The questions that a command may put to a person. */

export type AnswerCheck = (answer: string) => true | string
export type Choice<T> = { name: string; value: T; about?: string }

/** Each throws CLI_INTERRUPTED (130) when the person leaves, CLI_TERMINATED (143) after a polite kill. */
export type Prompter = {
  text(message: string, more?: { default?: string; check?: AnswerCheck }): Promise<string>
  /** Not shown. */
  secret(message: string, more?: { check?: AnswerCheck }): Promise<string>
  choose<T>(message: string, choices: Choice<T>[], more?: { default?: T }): Promise<T>
  /** No, unless the answer is yes; with `default` yes, which is for what moves nothing. */
  confirm(message: string, more?: { default?: boolean }): Promise<boolean>
}
