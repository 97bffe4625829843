import { writeLook } from './look-cookie.ts'

export const navigationFolds = ['folded', 'unfolded'] as const
export type NavigationFold = (typeof navigationFolds)[number]

export const navigationCookie = 'heddle-navigation'
/**
 * Without a choice, the navigation is folded below this width, which equals `--breakpoint-lg`, and beside a page that
 * has an element with the attribute `data-wants-room`.
 */
const roomyPx = 1_120

/** The choice in the cookie; null leaves it to the width of the window. */
export function navigationFoldOf(value: string | undefined): NavigationFold | null {
  return navigationFolds.find((fold) => fold === value) ?? null
}

/**
 * Folds the navigation to its icons, or unfolds it. A cookie keeps the choice, so later pages apply it from their first
 * byte, as they do the theme.
 */
export function foldNavigation(): void {
  const { dataset } = document.documentElement
  const isFoldedByItself = innerWidth < roomyPx || document.querySelector('[data-wants-room]') !== null
  const isFolded = dataset.navigation === undefined ? isFoldedByItself : dataset.navigation === 'folded'
  const next: NavigationFold = isFolded ? 'unfolded' : 'folded'
  dataset.navigation = next
  writeLook(navigationCookie, next)
}
