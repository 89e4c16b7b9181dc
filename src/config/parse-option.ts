/** From the text of an option to its value. */
import { durationForm, secondsOf } from './durations.ts'
import { isOn } from './environment.ts'
import { longestDuration, optionOf, type OptionName, type options } from './options.ts'
import { parseBaseUrl, type BadUrl } from './url.ts'

type Typed = {
  text: string
  url: string
  choice: string
  duration: number
  count: number
  times: number
  switch: boolean
}
type OptionEntry<K extends OptionName> = (typeof options)[K]
/** What `get` returns: durations in seconds, choices as their words. */
export type Value<K extends OptionName> =
  OptionEntry<K> extends { choices: readonly (infer C)[] } ? C : Typed[OptionEntry<K>['kind']]

/** What a value of this option looks like, in words. */
export function formOf(name: OptionName): string {
  const { kind, choices, form, least = 0 } = optionOf(name)
  if (choices) return choices.join(', ')
  if (kind === 'url') return 'https://host/v1'
  if (kind === 'duration') return durationForm
  return form ?? `a whole number, ${least} or greater`
}

/** The value of a text, or what is wrong with it, as `must …`. */
export function parseOption<K extends OptionName>(name: K, text: string): { value: Value<K> } | BadUrl {
  return readText(name, text) as { value: Value<K> } | BadUrl
}

function readText(name: OptionName, text: string): { value: unknown } | BadUrl {
  const { kind, choices, check, least = 0 } = optionOf(name)
  if (choices)
    return choices.includes(text) ? { value: text } : { problem: `must be one of ${choices.join(', ')}` }
  if (kind === 'url') return parseBaseUrl(text)
  if (kind === 'duration') {
    const value = secondsOf(text)
    if (value === undefined) return { problem: `must be ${durationForm}` }
    if (value < least) return { problem: 'must be longer than 0' }
    return value > longestDuration ? { problem: 'must be at most 24d' } : { value }
  }
  if (kind === 'count') {
    const value = Number(text)
    const fits = /^\d{1,16}$/.test(text) && Number.isSafeInteger(value) && value >= least
    return fits ? { value } : { problem: `must be a whole number, ${least} or greater` }
  }
  if (kind === 'switch') return { value: isOn(text) }
  if (kind === 'times') return { value: /^\d$/.test(text) ? Number(text) : Number(isOn(text)) }
  const problem = check?.(text)
  return problem ? { problem } : { value: text }
}
