/** Sends the rows: as many at once as the gate allows, each with its intent on disk before it leaves. */
import { setMaxListeners } from 'node:events'
import { read, sendWrite, type Sender, type Settlement, type WriteLedger } from '../../../client/client.ts'
import type { Budget } from '../../../client/budget.ts'
import { compose } from '../../../client/compose.ts'
import type { Reply } from '../../../client/guards.ts'
import { askedPause } from '../../../client/rate-headers.ts'
import { parseJson, writeJson, type Json } from '../../../contract/digits.ts'
import { MoveError } from '../../../errors.ts'
import type { RowEnd, Run } from '../../../journal/runs/run.ts'
import type { Gate } from './gate.ts'
import type { Row } from './row.ts'

export type Landed = { status: 'applied' | 'rejected' | 'unknown'; code?: string; data?: Json }
export type Task = { row: Row; at: number }

export type Sending = {
  sender: Sender
  run: Run
  gate: Gate
  budget: Budget | undefined
  /** The next row, or nothing where none is left. */
  next: () => Promise<Task | undefined>
  landed: (task: Task, how: Landed) => void
  /** Waits until results can be taken again. */
  room: () => Promise<void> | undefined
  /** Why no further row can be sent, such as a session that ended. */
  mayGoOn: () => MoveError | undefined
  /** No further row is sent: why is for the caller to know. */
  stopped: () => boolean
  /** A word about what is waited for. */
  waiting: (ms: number, why: string) => void
  signal: AbortSignal
  now: () => Date
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Answers to rows in flight may take this long once a stop is asked for. */
const graceMs = 10_000
const longestNapMs = 60_000

/** Returns once every row that was sent has its outcome. An error is why it ended before the rows did. */
export async function sendRows(sending: Sending): Promise<MoveError | undefined> {
  const { gate, budget, signal } = sending
  const now = () => sending.now().getTime()
  const again: Task[] = []
  const grace = new AbortController()
  // Every row in flight listens to it.
  setMaxListeners(0, grace.signal)
  let flying = 0
  let failure: MoveError | undefined
  let leave = false
  let wake: () => void = () => {}

  const fail = (error: unknown): void => {
    failure ??=
      error instanceof MoveError
        ? error
        : new MoveError(String(error), { code: 'CLI_BUG', exit: 1, cause: error })
    wake()
  }
  const nap = async (ms: number): Promise<void> =>
    sending.sleep(Math.min(ms, longestNapMs), signal).catch(() => {})
  const oneLands = async (): Promise<void> => new Promise((resolve) => (wake = resolve))
  const launch = (task: Task): void => {
    flying += 1
    void flight(sending, task, grace.signal, again, fail).then(() => {
      flying -= 1
      wake()
    })
  }
  const onStop = (): void => wake()
  signal.addEventListener('abort', onStop)

  try {
    const over = (): boolean => failure !== undefined || signal.aborted || sending.stopped()
    while (!over()) {
      const left = gate.pauseLeft(now())
      if (left > 0) {
        sending.waiting(left, gate.alone() ? 'the service is in trouble' : "the service's limit")
        await nap(left)
        continue
      }
      if (flying >= gate.allowed()) {
        await oneLands()
        continue
      }
      const full = sending.room()
      if (full) {
        await full
        continue
      }
      if (budget && !leave) {
        leave = budget.tryTake(now())
        if (leave) continue
        const wait = await budget.refill(now())
        if (wait > 0) {
          sending.waiting(wait, 'the hourly limit')
          await nap(wait)
        }
        continue
      }
      if (gate.alone() && again.length === 0 && !(await answers(sending))) continue
      const task = again.shift() ?? (await sending.next())
      if (task) {
        const end = sending.mayGoOn()
        if (end) fail(end)
        if (end || signal.aborted) break
        leave = false
        launch(task)
      } else if (flying > 0) await oneLands()
      else if (again.length === 0) break
    }
  } catch (error) {
    if (!signal.aborted) fail(error)
  }
  signal.removeEventListener('abort', onStop)
  await landAll(() => flying, grace, sending, oneLands)
  await budget?.end(now()).catch(() => undefined)
  return failure
}

/** Waits for what is in flight; after a stop, and ten seconds, it is given up. */
async function landAll(
  flying: () => number,
  grace: AbortController,
  { signal, sleep }: Sending,
  oneLands: () => Promise<void>,
): Promise<void> {
  const landed = new AbortController()
  const giveUp = async () => {
    await sleep(graceMs, landed.signal)
    grace.abort(signal.reason)
  }
  let patience: Promise<void> | undefined
  const begin = (): void => {
    patience ??= giveUp().catch(() => {})
  }
  if (signal.aborted) begin()
  signal.addEventListener('abort', begin)
  while (flying() > 0) await oneLands()
  signal.removeEventListener('abort', begin)
  landed.abort()
  await patience
}

/** One row from its intent to its outcome. Never throws: what stops the run goes to `fail`. */
async function flight(
  sending: Sending,
  task: Task,
  givenUp: AbortSignal,
  again: Task[],
  fail: (error: unknown) => void,
): Promise<void> {
  const { gate, run, sender } = sending
  const round = gate.round()
  let reply: Reply | undefined
  let end: RowEnd | undefined
  const ledger: WriteLedger = {
    sending: async () => {
      await run.sending(task.row)
      return ''
    },
    settled: async (_, settlement) => {
      end = endOf(settlement)
      run.settled(task.row, end)
    },
  }
  const own: Sender = {
    ...sender,
    givenUp,
    patience: { ...sender.patience, retries: 0, signal: givenUp },
    send: async (ask, limits) => (reply = await sender.send(ask, limits)),
  }
  let data: Json | undefined
  let error: unknown
  try {
    const request = compose('motion.submit', task.row.body, sender.target)
    data = (await sendWrite(request, 'write', ledger, own)).data
  } catch (thrown) {
    error = thrown
  }
  if (!end) return fail(error)
  const asked =
    reply?.what === 'answered' ? askedPause(reply.status, reply.headers, sending.now()) : undefined
  const code = end.code ?? (error instanceof MoveError ? error.fault.code : undefined)
  if (end.outcome === 'applied') {
    gate.applied(round)
    const proof = task.row.body.proof
    const said = proof !== undefined && repeats(reply, proof) ? without(data ?? null, proof) : data
    sending.landed(task, { status: 'applied', ...(said !== undefined && said !== null && { data: said }) })
    if (asked !== undefined && gate.hold(sending.now().getTime(), asked)) fail(limited(asked))
    return
  }
  if (end.outcome === 'rejected') return sending.landed(task, { status: 'rejected', ...(code && { code }) })
  if (end.outcome === 'unknown') sending.landed(task, { status: 'unknown', ...(code && { code }) })
  else again.push(task)
  const stop = stopOf(error, reply)
  if (stop) return fail(stop)
  const kind = end.outcome === 'not_taken' && reply?.what === 'answered' ? 'limit' : 'service'
  if (gate.trouble(sending.now().getTime(), round, asked))
    fail(kind === 'limit' ? limited(asked ?? 0) : unavailable(error))
}

/** Does the answer hold the proof, as it is or as JSON writes it? */
const repeats = (reply: Reply | undefined, proof: string): boolean =>
  reply?.what === 'answered' && (reply.text.includes('\\') || reply.text.includes(proof))

/** What came back, without the proof that was sent. */
function without(data: Json, proof: string): Json {
  const inside = JSON.stringify(proof).slice(1, -1)
  return parseJson(writeJson(data).replaceAll(inside, '[redacted]'))
}

/** What the run keeps of an outcome: a row that the service did not take may go again. */
function endOf({ outcome, status, code, requestId }: Settlement): RowEnd {
  const refusedUnread =
    outcome === 'rejected' && (status === 429 || status === 401 || /^(AUTH|RATE)_/.test(code ?? ''))
  return {
    outcome: outcome === 'not_sent' || refusedUnread ? 'not_taken' : outcome,
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId }),
  }
}

/** Credentials, a certificate or the base URL: the next row would fare no better. */
function stopOf(error: unknown, reply: Reply | undefined): MoveError | undefined {
  if (!(error instanceof MoveError)) return undefined
  const { exit } = error.fault
  const hopeless = exit <= 4 || (reply?.what === 'not-sent' && reply.final)
  return hopeless ? error : undefined
}

/** Before a row is risked alone: does the service answer at all? A read that says so puts nothing in doubt. */
async function answers(sending: Sending): Promise<boolean> {
  const { gate, sender, budget, signal } = sending
  if (gate.atLongest() || !(await hasLeave(budget, sending.now().getTime()))) return true
  const round = gate.round()
  try {
    const patience = { ...sender.patience, retries: 0, signal }
    await read('motion.daily', {}, { ...sender, patience })
    return true
  } catch (error) {
    if (signal.aborted || !(error instanceof MoveError)) return false
    const { httpStatus = 0, code, exit } = error.fault
    if (httpStatus >= 300 && httpStatus < 500 && exit !== 7 && exit !== 8 && code !== 'CHAIN_001') return true
    if (gate.trouble(sending.now().getTime(), round)) throw exit === 7 ? limited(0) : unavailable(error)
    return false
  }
}

/** The read counts too. */
const hasLeave = async (budget: Budget | undefined, now: number): Promise<boolean> =>
  !budget || budget.tryTake(now) || ((await budget.refill(now)) === 0 && budget.tryTake(now))

const again = 'Run the same command again: it goes on where it stopped.'

const unavailable = (cause: unknown) =>
  new MoveError(
    `The service stayed in trouble for longer than --max-wait${cause instanceof MoveError ? ` (${cause.fault.code})` : ''}.`,
    { code: 'CLI_UNAVAILABLE', exit: 8, hint: again },
  )

const limited = (asked: number) =>
  new MoveError(
    asked > 0
      ? `The service asks to wait ${Math.ceil(asked / 1000)} s, longer than --max-wait allows.`
      : 'The service refused requests for longer than --max-wait.',
    { code: 'CLI_RATE_LIMITED', exit: 7, hint: `${again} --max-wait allows a longer wait.` },
  )
