/** The encrypted twin of node:http, opened only where it is spoken. */
export { Agent, request } from 'node:https'
