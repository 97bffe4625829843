export const navigationFolds = ['folded', 'unfolded'] as const
export type NavigationFold = (typeof navigationFolds)[number]

export const navigationCookie = 'heddle-navigation'
const yearSeconds = 365 * 24 * 3_600
/** Where nobody has chosen, the navigation is folded below this width; the same as `--breakpoint-lg`. */
const roomyPx = 1_120

/** What a cookie says; null leaves it to the width of the window. */
export function navigationFoldOf(value: string | undefined): NavigationFold | null {
  return navigationFolds.find((fold) => fold === value) ?? null
}

/** Folds the navigation to its icons or shows its words again; like the theme it is known to the first byte of every later page. */
export function foldNavigation(): void {
  const { dataset } = document.documentElement
  const isFolded = dataset.navigation === undefined ? innerWidth < roomyPx : dataset.navigation === 'folded'
  const next: NavigationFold = isFolded ? 'unfolded' : 'folded'
  dataset.navigation = next
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 2025
  document.cookie = `${navigationCookie}=${next}; path=/; max-age=${yearSeconds}; samesite=lax`
}
