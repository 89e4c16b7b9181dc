/** The nouns of movecli, in the order of the reference. */
import type { CommandNode } from '../runtime/command.ts'
import { alias } from './alias/index.ts'
import { api } from './api/index.ts'
import { commands } from './commands/index.ts'
import { completion } from './completion/index.ts'
import { config } from './config/index.ts'
import { doctor } from './doctor/index.ts'
import { explain } from './explain/index.ts'
import { help } from './help/index.ts'
import { journal } from './journal/index.ts'
import { kyc } from './kyc/index.ts'
import { limits } from './limits/index.ts'
import { login } from './login/index.ts'
import { logout } from './logout/index.ts'
import { mcp } from './mcp/index.ts'
import { motion } from './motion/index.ts'
import { nft } from './nft/index.ts'
import { profile } from './profile/index.ts'
import { sandbox } from './sandbox/index.ts'
import { smoke } from './smoke/index.ts'
import { token } from './token/index.ts'
import { user } from './user/index.ts'
import { wallet } from './wallet/index.ts'
import { whoami } from './whoami/index.ts'

export const nouns: readonly CommandNode[] = [
  login,
  logout,
  whoami,
  motion,
  nft,
  token,
  user,
  kyc,
  api,
  profile,
  config,
  wallet,
  alias(() => nouns),
  journal,
  limits,
  smoke,
  sandbox,
  mcp(() => nouns),
  doctor,
  completion(() => nouns),
  explain,
  commands(() => nouns),
  help(() => nouns),
]
