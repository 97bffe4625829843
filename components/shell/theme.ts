export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeLabels: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

export const themeCookie = 'heddle-theme'
const yearSeconds = 365 * 24 * 3_600

/** What a cookie says; anything unknown is the system's choice. */
export function themeOf(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system'
}

export function currentTheme(): Theme {
  return themeOf(document.documentElement.dataset.theme)
}

/** Takes effect at once and, by the cookie, in the very first byte of every later page: nothing flashes. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 2025
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
}
