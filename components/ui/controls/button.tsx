import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const looks = {
  plain: 'border-line-strong bg-surface text-ink hover:bg-hover',
  primary:
    'border-accent bg-accent text-on-accent hover:bg-[color-mix(in_srgb,var(--color-accent)_88%,var(--color-ink))]',
  ghost: 'border-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-failed bg-failed text-surface hover:bg-[color-mix(in_srgb,var(--color-failed)_88%,var(--color-ink))]',
} as const

const sizes = {
  small: 'h-6 gap-1 px-2 text-small',
  medium: 'h-7 gap-1.5 px-2.5 text-body',
  large: 'h-8 gap-2 px-3 text-body',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  /** Renders the only child with the button's look, for links that act like buttons. */
  asChild?: boolean
  icon?: ReactNode
}

export function Button({ look = 'plain', size = 'medium', asChild, icon, className, children, ...rest }: ButtonProps) {
  const classes = classNames(
    'inline-flex shrink-0 items-center justify-center rounded-s border font-medium whitespace-nowrap select-none',
    'aria-disabled:pointer-events-none aria-disabled:opacity-60 disabled:pointer-events-none disabled:opacity-55',
    '[&_svg]:size-3.5 [&_svg]:shrink-0',
    looks[look],
    sizes[size],
    className,
  )
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button type="button" className={classes} {...rest}>
      {icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name: the button's action in words. */
  label: string
  size?: 'small' | 'medium'
}

/**
 * A square button with only an icon; its title shows its label. A Tooltip around it appears sooner, with the shortcut.
 */
export function IconButton({ label, size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Handlers passed down by a tooltip show that there is one.
      title={'onPointerMove' in rest ? undefined : label}
      className={classNames(
        'inline-grid shrink-0 place-items-center rounded-s text-muted hover:bg-hover hover:text-ink',
        'disabled:pointer-events-none disabled:opacity-45 aria-disabled:opacity-45 data-[state=open]:bg-hover [&_svg]:size-3.5',
        size === 'small' ? 'size-6' : 'size-7',
        className,
      )}
      {...rest}
    />
  )
}
