/** The field that was last written in: the data panel puts values into it. */
export interface ValueTarget {
  insert: ((path: string) => void) | null
}

export const createValueTarget = (): ValueTarget => ({ insert: null })
