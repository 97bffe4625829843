import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'

/** The frame that every text-like control shares; `aria-invalid` turns it red. */
export const controlClasses =
  'w-full rounded-s border border-thread bg-surface px-2.25 text-body text-ink hover:border-faint disabled:bg-sunken disabled:text-muted aria-invalid:border-failed'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(controlClasses, 'h-7.5', className)} {...rest} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classNames(controlClasses, 'min-h-20 resize-y py-1', className)} {...rest} />
}
