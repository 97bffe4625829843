'use client'

import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { popupClasses } from './popup.ts'

export interface PopoverProps {
  /** One focusable element. */
  trigger: ReactNode
  label: string
  children: ReactNode
  open?: boolean
  onOpenChange?(open: boolean): void
  align?: 'start' | 'center' | 'end'
  className?: string
}

export function Popover({ trigger, label, children, open, onOpenChange, align = 'start', className }: PopoverProps) {
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={classNames(
            popupClasses,
            'max-h-(--radix-popover-content-available-height) overflow-y-auto p-2 outline-none',
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
