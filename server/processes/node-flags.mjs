/** Flags of Node for every process of Heddle. */
export const nodeFlags = ['--disable-proto=delete', '--enable-source-maps', '--disable-warning=ExperimentalWarning']

/** Megabytes of each young generation of the web process, which has up to two and does not give their memory back. */
const SEMI_SPACE_MB = 16

/**
 * Additional flags of the web process. The garbage of a request is short-lived, and V8 enlarges the young generation
 * for it as long as memory is free: without a bound it grows to 128 MB under load and stays there, which makes no
 * request faster.
 */
export const webFlags = [`--max-semi-space-size=${SEMI_SPACE_MB}`]
