/** From the text of an option to its value. */
import { durationForm, secondsOf } from './durations.ts'
import { isOn } from './environment.ts'
import { longestDuration, optionOf, type OptionName, type options } from './options.ts'
import { parseBaseUrl } from './url.ts'

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

/** What is wrong with the text as a value of this option, as `must …`; undefined where it is right. */
export function problemOf(name: OptionName, text: string): string | undefined {
  const { kind, choices, check, least = 0 } = optionOf(name)
  if (choices)
    return choices.includes(text) ? undefined : (check?.(text) ?? `must be one of ${choices.join(', ')}`)
  if (kind === 'url') {
    const verdict = parseBaseUrl(text)
    return 'problem' in verdict ? verdict.problem : undefined
  }
  if (kind === 'duration') {
    const seconds = secondsOf(text)
    if (seconds === undefined) return `must be ${durationForm}`
    if (seconds < least) return 'must be longer than 0'
    return seconds > longestDuration ? 'must be at most 24d' : undefined
  }
  if (kind === 'count') {
    const fits = /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least
    return fits ? undefined : `must be a whole number, ${least} or greater`
  }
  return check?.(text)
}

/** The value of a text that problemOf finds right. */
export function valueOf<K extends OptionName>(name: K, text: string): Value<K> {
  return parseValue(name, text) as Value<K>
}

function parseValue(name: OptionName, text: string): unknown {
  const { kind } = optionOf(name)
  if (kind === 'duration') return secondsOf(text)
  if (kind === 'count') return Number(text)
  if (kind === 'switch') return isOn(text)
  if (kind === 'times') return /^\d$/.test(text) ? Number(text) : Number(isOn(text))
  const verdict = kind === 'url' ? parseBaseUrl(text) : undefined
  return verdict && 'url' in verdict ? verdict.url : text
}
