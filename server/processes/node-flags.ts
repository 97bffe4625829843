import { limits } from '#core/limits.ts'

/** Flags of Node for every process of Heddle. */
export const nodeFlags = [
  '--disable-proto=delete',
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
] as const

/**
 * Additional flags of the web process. The garbage of a request is short-lived, and V8 enlarges the young generation
 * for it as long as memory is free: without a bound it grows to 128 MB under load and stays there, which makes no
 * request faster.
 */
export const webFlags = [`--max-semi-space-size=${limits.web.semiSpaceMb}`] as const
