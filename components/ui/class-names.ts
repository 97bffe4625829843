import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Without its own text sizes the merge would take `text-label` for a colour and drop it beside `text-muted`. */
const merge = extendTailwindMerge({
  extend: { theme: { text: ['label', 'small', 'code', 'body', 'title', 'heading'], radius: ['s', 'm', 'l', 'full'] } },
})

/** Joins class names; of two that set the same thing, the later one stays. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values))
}
