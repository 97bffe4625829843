import type { Actor } from '#server/access/actor.ts'
import type { Refusals } from '#server/audit/refusals.ts'
import type { ApiError } from '../api-error.ts'
import type { PerGeneration } from '../db/per-generation.ts'
import type { Mode } from '../directory/models.ts'
import type { WakeUp } from '../engine/ports.ts'
import type { ExampleMail } from '../example-servers/models.ts'
import type { Accounts, Login } from '../identity/accounts.ts'
import type { ProviderChoice } from '../identity/oidc/provider-choice.ts'
import type { LoginProviders } from '../identity/own-provider/login-providers.ts'
import type { AttemptLimiter } from '../limits/attempt-limiter.ts'
import type { OwnerQuota } from '../limits/owner-quota.ts'
import type { InviteMailer } from '../notify/mail/mail-invite.ts'
import type { Reads } from '../reads.ts'
import type { RunBudget } from '../run-budget.ts'
import type { CellCache } from '../runs/grid/cell-cache.ts'
import type { ChangeFeed } from '../runs/live/change-feed.ts'
import type { InstallationRetention } from '../runs/retention/retention-rule.ts'
import type { KeyRing } from '../secrets/key-ring.ts'
import type { Secrets } from '../secrets.ts'
import type { Stores, StoresOf } from '../stores.ts'
import type { ActorNow } from './actor-check.ts'
import type { Streams } from './streams.ts'

/** The dependencies of every procedure and route. `actor` is null for an unauthenticated caller. */
export interface Context {
  readonly actor: Actor | null
  /** The actor asked for again, for what goes on for long. Unset: local mode. */
  readonly actorNow?: ActorNow | undefined
  /** How callers are known. Unset: local mode. */
  readonly mode?: Mode | undefined
  readonly stores: Stores
  /** The stores of any owner, for what is not about the owner of the actor. Unset: local mode. */
  readonly storesOf?: StoresOf | undefined
  /** Accounts and sessions. Unset: local mode. */
  readonly accounts?: Accounts | undefined
  /** The providers by which members of an owner log in. Unset: local mode. */
  readonly providersOf?: ((ownerId: string) => Promise<readonly ProviderChoice[]>) | undefined
  /** What the settings of an owner's own provider need of logins. Unset: local mode. */
  readonly loginProviders?: LoginProviders | undefined
  /** Counts of what may be guessed: the tokens of invitations. Unset: local mode. */
  readonly attempts?: AttemptLimiter | undefined
  /** What owners may use. Unset: local mode, which has no bounds. */
  readonly quota?: OwnerQuota | undefined
  /** The account of the request, which may be no member of any owner yet. Unset: local mode. */
  readonly login?: (() => Promise<Login | null>) | undefined
  /** Where lists and numbers are read. Unset: at the primary. */
  readonly reads?: Reads | undefined
  /** The position of the caller's last write, as its browser says; null where it says none. */
  readonly writtenAt?: bigint | null | undefined
  readonly changes: ChangeFeed
  readonly streams: Streams
  /** The record of what actors were not permitted to do. */
  readonly refusals: Refusals
  /** The cache of the grid of runs; in another generation, histories may be shorter and continue differently. */
  readonly cells: PerGeneration<CellCache>
  /** Hints that queues have new work. Unset: agents that wait look for it. */
  readonly workHints?: Pick<WakeUp, 'listen'> | undefined
  readonly functionsFolders: readonly string[]
  /** Secrets: their names and origins appear in the check of a text, their values never. */
  readonly secrets?: Secrets | undefined
  /** Encrypts secrets that are stored; it is used for nothing else. */
  readonly keyRing: KeyRing
  /** Hosts that HTTP steps may reach wherever they are, for warnings. */
  readonly httpAllow?: readonly string[] | undefined
  /** How many runs execute at once. Unset: no bound. */
  readonly budget?: RunBudget | undefined
  /** How long the installation keeps ended runs. Unset: for ever. */
  readonly retention?: InstallationRetention | undefined
  /** The page of a trace, with `{trace_id}` in it. Unset: runs link to none. */
  readonly traceUrl?: string | undefined
  /** Mails that the example mail server has received. Unset: people log in, and there is none. */
  readonly exampleMails?: (() => Promise<readonly ExampleMail[]>) | undefined
  /** Whether a mail server is set up. */
  readonly sendsMail?: boolean | undefined
  /** Sends links of invitations. Unset: no mail server, or local mode. */
  readonly mailInvite?: InviteMailer | undefined
  /** What is wrong with the address of a tRPC call; its procedures answer with it. */
  readonly addressRefusal?: ApiError | undefined
}
