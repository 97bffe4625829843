/** Whoever waits longer for the router than this has seen it go somewhere else. */
const longestMs = 5_000

interface Written {
  readonly path: string
  /** With its question mark; empty without parameters. */
  readonly search: string
  /** What the address was before, any of which the router may put back on its way here. */
  readonly before: ReadonlySet<string>
  readonly at: number
}

export interface WrittenSearch {
  /** The parameters of the page: those of its address, or what was written there since and the router is still to draw. */
  current(): URLSearchParams
  /** Said before it is written into the address. */
  write(search: string): void
  /** The router has drawn the page with these. */
  drawn(search: string): void
  /** The address has changed by other means. */
  forget(): void
}

/**
 * What has been written into the address of the page and not been drawn yet. The router writes each address that it draws
 * anew, as it draws it: of two that follow each other quickly, the first one is there again for a moment after the second was.
 * Whoever changes one parameter of that first one loses what the second had brought.
 */
export function createWrittenSearch(
  address: () => { readonly pathname: string; readonly search: string },
  now: () => number,
): WrittenSearch {
  let written: Written | null = null
  const pending = (): Written | null => {
    const { pathname, search } = address()
    if (written === null || written.path !== pathname || now() - written.at > longestMs) return null
    return search === written.search || written.before.has(search) ? written : null
  }
  return {
    current: () => new URLSearchParams(pending()?.search ?? address().search),
    write(search) {
      const earlier = pending()
      const before = new Set(earlier?.before).add(address().search).add(earlier?.search ?? search)
      before.delete(search)
      written = { path: address().pathname, search, before, at: now() }
    },
    drawn(search) {
      if (written?.search === search) written = null
    },
    forget() {
      written = null
    },
  }
}
