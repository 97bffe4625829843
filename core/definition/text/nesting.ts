import { CST } from 'yaml'

interface Level {
  readonly column: number
  readonly isItem: boolean
}

interface FlowLevel {
  readonly isMap: boolean
  /** Keys of the current entry: one in `{a: b}`, two in the text `{a: b: c}`, which the parser nests. */
  keys: number
}

/**
 * Counts the nesting depth of a YAML text from its lexical tokens alone, before a recursive parser reads it. In block
 * context every token that can begin a node opens a level at its column and closes the levels to its right, so that `-
 * - - -` and `a: b: c:` on one line count like their indented forms. It never counts less than the parser nests; a leaf
 * counts as a level.
 */
export class Nesting {
  #column = 0
  #flow: FlowLevel[] = []
  #flowDepth = 0
  #scalarFollows = false
  /** True if the last token of this line is `-`, `?` or `:`, or if there is none: a `:` then begins a node itself. */
  #atIndicator = true
  readonly #levels: Level[] = []

  /** Takes the next token of `yaml`'s lexer; returns the current depth. */
  next(token: string): number {
    if (this.#scalarFollows) {
      this.#scalarFollows = false
      this.#openNode(false)
      this.#advance(token)
      return this.#depth
    }
    const type = CST.tokenType(token)
    switch (type) {
      case 'scalar':
        this.#scalarFollows = true
        return this.#depth
      case 'newline':
        this.#atIndicator = true
        break
      case 'doc-start':
      case 'doc-end':
        this.#levels.length = 0
        break
      case 'flow-error-end':
        this.#flow = []
        this.#flowDepth = 0
        break
      case 'flow-map-start':
      case 'flow-seq-start':
        this.#openNode(false)
        this.#flow.push({ isMap: type === 'flow-map-start', keys: 0 })
        this.#flowDepth += 1
        break
      case 'flow-map-end':
      case 'flow-seq-end':
        this.#closeFlow()
        break
      case 'comma':
        this.#endEntry()
        break
      case 'seq-item-ind':
        this.#openNode(true)
        break
      case 'explicit-key-ind':
        this.#openNode(false)
        this.#atIndicator = true
        break
      case 'map-value-ind':
        this.#countKey()
        if (this.#atIndicator) this.#openNode(false)
        this.#atIndicator = true
        break
      case 'alias':
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
        this.#openNode(false)
    }
    if (type !== 'doc-mode' && type !== 'flow-error-end') this.#advance(token)
    return this.#depth
  }

  get #depth(): number {
    return this.#levels.length + this.#flowDepth
  }

  #countKey(): void {
    const entry = this.#flow.at(-1)
    if (entry === undefined) return
    entry.keys += 1
    // The first key of an entry belongs to the map itself; in a list even the first key makes a map.
    if (entry.keys > 1 || !entry.isMap) this.#flowDepth += 1
  }

  #endEntry(): void {
    const entry = this.#flow.at(-1)
    if (entry === undefined) return
    this.#flowDepth -= entry.isMap ? Math.max(0, entry.keys - 1) : entry.keys
    entry.keys = 0
  }

  #closeFlow(): void {
    this.#endEntry()
    if (this.#flow.pop() !== undefined) this.#flowDepth -= 1
  }

  #openNode(isItem: boolean): void {
    this.#atIndicator = isItem
    if (this.#flow.length > 0) return
    const column = this.#column
    let last = this.#levels.at(-1)
    // A list may have the column of the map key whose value it is.
    while (last !== undefined && (last.column > column || (last.column === column && last.isItem >= isItem))) {
      this.#levels.pop()
      last = this.#levels.at(-1)
    }
    this.#levels.push({ column, isItem })
  }

  #advance(token: string): void {
    const newline = token.lastIndexOf('\n')
    this.#column = newline === -1 ? this.#column + token.length : token.length - newline - 1
  }
}
