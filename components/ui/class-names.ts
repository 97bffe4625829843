import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/**
 * The merge knows the app's own text sizes. Without them it would treat `text-label` as a colour and drop it beside
 * `text-muted`.
 */
const merge = extendTailwindMerge({
  extend: { theme: { text: ['label', 'small', 'code', 'body', 'title', 'heading'], radius: ['s', 'm', 'l', 'full'] } },
})

/** Joins class names; of two conflicting classes, the later one stays. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values))
}
