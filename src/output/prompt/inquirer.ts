/**
 * The two questions of inquirer that movecli asks. The door of inquirer: named one by one,
 * so that its editor stays out of the bundle.
 */
export { input, select } from '@inquirer/prompts'
