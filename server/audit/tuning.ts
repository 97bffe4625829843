/** Bounds of the audit that no user can hit. */
export const auditTuning = {
  /** Equal refusals within this time are one row with their number. */
  refusalWindowMs: 60_000,
  /** How many different refusals are counted at once; the oldest window is written before a further one opens. */
  refusalWindows: 1_000,
  /** How many rows one transaction seals. */
  sealedAtOnce: 500,
  /** The pause between two looks for unsealed rows while rows arrive. */
  sealEveryMs: 1_000,
  /** The longest pause between two looks while none arrive. */
  idleSealMs: 4_000,
} as const
