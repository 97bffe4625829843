import type { Fate } from '../import-note.ts'

export type Tell = (fate: Fate, message: string, isProblem?: true) => void
