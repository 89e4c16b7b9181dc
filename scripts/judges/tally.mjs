/** What was judged, by whom, how often; and what did not hold. */

/** A tally that says each failure at once. */
export function createTally(say) {
  const rows = new Map()
  const row = (judge, subject) => {
    const key = `${judge}\0${subject}`
    if (!rows.has(key)) rows.set(key, { judge, subject, judged: 0, failed: 0 })
    return rows.get(key)
  }
  return {
    /** One judgment; `why` is said where it does not hold. */
    judge(judge, subject, holds, why = '') {
      const at = row(judge, subject)
      at.judged += 1
      if (holds) return
      at.failed += 1
      say(`FAILED  ${judge}: ${subject}${why ? `\n        ${why}` : ''}`)
    },
    failed: () => [...rows.values()].some(({ failed }) => failed > 0),
    /** The table, one line a judge and subject. */
    table() {
      const all = [...rows.values()]
      const width = (name) => Math.max(name.length, ...all.map((each) => String(each[name]).length))
      const [wide, wider] = [width('judge'), width('subject')]
      const line = (judge, subject, judged, failed) =>
        `${judge.padEnd(wide)}  ${subject.padEnd(wider)}  ${String(judged).padStart(6)}  ${String(failed).padStart(6)}`
      return [
        line('judge', 'what', 'judged', 'failed'),
        ...all.map(({ judge, subject, judged, failed }) => line(judge, subject, judged, failed)),
      ].join('\n')
    },
  }
}
