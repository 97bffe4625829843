/** Maximum wait for the router. After this time the router has gone to another address. */
const longestMs = 5_000

interface Written {
  readonly path: string
  /** The search string with its question mark; empty without parameters. */
  readonly search: string
  /** Former search strings; the router may restore each of them on its way to this one. */
  readonly before: ReadonlySet<string>
  readonly at: number
}

export interface WrittenSearch {
  /**
   * The parameters of the page: the ones of its address, or the ones that were written and are not drawn by the router
   * yet.
   */
  current(): URLSearchParams
  /** Called before the search string is written into the address. */
  write(search: string): void
  /** The router has drawn the page with this search string. */
  drawn(search: string): void
  /** The address has changed by other means. */
  forget(): void
}

/**
 * Search strings that were written into the address and are not drawn yet. The router writes each address again as it
 * draws it. So of two quick writes, the first one is in the address again for a moment after the second. A change of
 * one parameter based on the first one would lose the second.
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
