/** A variable of an owner, as lists show it. */
export interface VariableEntry {
  readonly name: string
  readonly value: string
  readonly description: string
  /** Published workflows that read it, the first of them. */
  readonly usedBy: readonly string[]
  readonly updatedBy: string
  readonly updatedAt: string
}

/** What a person or program writes. */
export interface WrittenVariable {
  readonly name: string
  readonly value: string
  readonly description?: string | undefined
}
