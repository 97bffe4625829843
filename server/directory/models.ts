/** Somebody who may be asked. */
export interface Person {
  readonly id: string
  readonly name: string
  /** Sees every task of the owner and may give it to somebody else. */
  readonly manager: boolean
  /** Ids of the groups that the person is in, sorted. */
  readonly groups: readonly string[]
}

export interface Group {
  readonly id: string
  readonly name: string
  readonly members: number
}

export interface Directory {
  readonly people: readonly Person[]
  readonly groups: readonly Group[]
}

/** Who asks, as the pages show it. */
export interface Me {
  readonly id: string
  readonly name: string
  readonly manager: boolean
  /** May change the directory. */
  readonly admin: boolean
  readonly groups: readonly string[]
  /** The person whom somebody else stands in for; null for oneself. */
  readonly actingAs: string | null
  /** That person is not in the directory: nothing but this is answered until one is oneself again, or acts as another. */
  readonly gone: boolean
}
