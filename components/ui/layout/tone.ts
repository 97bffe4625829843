/** The eight colours of status. Each is a `tone-*` class; besides the accent, the app has no other colours. */
export const tones = ['active', 'async', 'human', 'child', 'done', 'failed', 'undone', 'idle'] as const
export type Tone = (typeof tones)[number]

/** Class names in full, so that Tailwind finds them. */
export const toneClasses = {
  active: 'tone-active',
  async: 'tone-async',
  human: 'tone-human',
  child: 'tone-child',
  done: 'tone-done',
  failed: 'tone-failed',
  undone: 'tone-undone',
  idle: 'tone-idle',
} satisfies Record<Tone, string>

/** The tone of a run's status word (docs/lifecycle.md); an unknown word is idle. */
export function toneOfStatus(status: string): Tone {
  return tonesByStatus[status] ?? 'idle'
}

const tonesByStatus: Readonly<Record<string, Tone>> = {
  ACTIVE: 'active',
  PENDING_ASYNC: 'async',
  WAITING_HUMAN_INPUT: 'human',
  WAITING_CHILD_HUMAN_INPUT: 'human',
  PENDING_SUB_WORKFLOW: 'child',
  COMPLETED: 'done',
  FAILED: 'failed',
  FAILED_WORKER_CRASH: 'failed',
  FAILED_CHILD_WORKFLOW: 'failed',
  FAILED_ROLLED_BACK: 'undone',
  CANCELLED: 'idle',
}
