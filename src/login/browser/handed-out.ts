/** The messages that a sign-in page was given: only one that is still valid is taken back with a signature. */
import { messageLifeMs } from '../../wallet/message.ts'

export type HandedOut = {
  /** The message for an address: the last one again, for a page that is reloaded, until half of its time is over. */
  give: (address: string) => string
  /** Throws an Error with a sentence for a message that was not given for this address, or is not valid any more. */
  check: (address: string, message: string) => void
}

/** `now` in milliseconds. */
export function createHandedOut(compose: (address: string) => string, now: () => number): HandedOut {
  const given = new Map<string, { message: string; at: number }[]>()
  const age = ({ at }: { at: number }): number => Math.abs(now() - at)
  const of = (address: string) => given.get(address.toLowerCase()) ?? []
  return {
    give: (address) => {
      const last = of(address).at(-1)
      if (last && age(last) < messageLifeMs / 2) return last.message
      const made = { message: compose(address), at: now() }
      given.set(address.toLowerCase(), [...of(address).filter((each) => age(each) < messageLifeMs), made])
      return made.message
    },
    check: (address, message) => {
      const found = of(address).find((each) => each.message === message)
      if (!found) throw new Error('This is not the message that movecli asked for. Reload the page.')
      if (age(found) >= messageLifeMs)
        throw new Error('This message has expired. Nothing was sent. Reload the page and sign the new one.')
    },
  }
}
