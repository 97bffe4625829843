/** A text that gave way when a conflict was decided. */
export interface RecoveryCopy {
  readonly at: number
  readonly of: 'mine' | 'theirs'
  /** The user who saved first. */
  readonly by: string
  readonly text: string
}

/** The newest are kept: the texts of a few decisions. */
const most = 8
const keyOf = (name: string) => `heddle.copies.${name}`
/** The copies that this browser keeps of a workflow, newest first. */
export function readCopies(storage: Pick<Storage, 'getItem'>, name: string): readonly RecoveryCopy[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(name)) ?? '[]')
    return Array.isArray(value) ? value.filter(isCopy) : []
  } catch {
    return []
  }
}

/** Keeps copies; where there is no room, at the cost of the oldest ones. Says whether there was room for all of these. */
export function storeCopies(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  name: string,
  copies: readonly RecoveryCopy[],
): boolean {
  const others = readCopies(storage, name).filter(({ text }) => copies.every((copy) => copy.text !== text))
  for (let kept = [...copies, ...others].slice(0, most); kept.length > 0; kept = kept.slice(0, -1)) {
    try {
      storage.setItem(keyOf(name), JSON.stringify(kept))
      return kept.length >= copies.length
    } catch {
      // No room: with one less.
    }
  }
  return false
}

function isCopy(value: unknown): value is RecoveryCopy {
  if (typeof value !== 'object' || value === null) return false
  const { at, of, by, text } = value as Partial<RecoveryCopy>
  return (
    typeof at === 'number' && (of === 'mine' || of === 'theirs') && typeof by === 'string' && typeof text === 'string'
  )
}
