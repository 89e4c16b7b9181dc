/** The encrypted twin of node:http, opened only where it is spoken. */
export { request } from 'node:https'
