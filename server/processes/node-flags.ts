import { limits } from '#core/limits.ts'

/** Flags of Node for every process of Heddle. */
export const nodeFlags = [
  '--disable-proto=delete',
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
] as const

/**
 * Flags of the web process besides. What a request leaves behind is short-lived, and V8 makes room for it as long as there is memory: without a
 * bound its young generation grows to 128 MB under load and stays there, which makes no request faster.
 */
export const webFlags = [`--max-semi-space-size=${limits.web.semiSpaceMb}`] as const
