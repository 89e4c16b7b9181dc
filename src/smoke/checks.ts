/**
 * Every smoke check, in the order in which they are made: the way first, then the session, what
 * builds upon both, and what judges the whole run.
 */
import type { Check } from './check.ts'
import { auth } from './checks/authentication.ts'
import { daily } from './checks/daily.ts'
import { envelopes, jsonType } from './checks/envelope.ts'
import { errorBodies } from './checks/error-bodies.ts'
import { latencies, writeLatencies } from './checks/latency.ts'
import { signInChecks } from './checks/login.ts'
import { motion } from './checks/submit.ts'
import { paging } from './checks/paging.ts'
import { reach } from './checks/reach.ts'
import { session } from './checks/session-token.ts'
import { typeFilter } from './checks/type-filter.ts'

export const checks: readonly Check[] = [
  ...reach,
  ...signInChecks,
  session,
  ...envelopes,
  ...daily,
  ...paging,
  typeFilter,
  ...auth,
  ...motion,
  ...latencies,
  ...writeLatencies,
  jsonType,
  errorBodies,
]
