import { writeLook } from './look-cookie.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeLabels: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

export const themeCookie = 'heddle-theme'

/** The theme in the cookie; an unknown value means the system's theme. */
export function themeOf(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system'
}

export function currentTheme(): Theme {
  return themeOf(document.documentElement.dataset.theme)
}

/**
 * Applies a theme at once and stores it in a cookie, so that the first byte of every later page has it and no page
 * flashes.
 */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  writeLook(themeCookie, theme)
}
