/** What was told of short texts, for answers repeat states, sentences and names of fields by the thousand. */
const [longest, most] = [300, 4000]

export function remembered<T>(tell: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (text.length > longest) return tell(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const told = tell(text)
    if (known.size >= most) known.clear()
    known.set(text, told)
    return told
  }
}
