'use client'

import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { isolateSentence } from '#core/definition/escape-invisible.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from '../controls/button.tsx'
import { uiTexts } from '../texts/ui.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The row of buttons at the bottom. */
  footer?: ReactNode
  width?: 'narrow' | 'normal' | 'wide'
  /** `side`: at the right edge of a wide window, so that the dialog's subject stays in view. */
  place?: 'centre' | 'side'
  /** Called once the dialog is gone and the focus is back: before, the dialog would take the focus from an opened field. */
  onClosed?: () => void
}

const widths = { narrow: 'max-w-105', normal: 'max-w-140', wide: 'max-w-220' } as const

/** A modal dialog that fits a phone: its content scrolls, its title and footer stay. */
export function Dialog({ open, onOpenChange, ...content }: DialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {open && (
        <Primitive.Portal>
          <Primitive.Overlay
            className={classNames(
              'fixed inset-0 z-40 bg-scrim data-[state=open]:animate-appear',
              content.place === 'side' && 'md:bg-transparent',
            )}
          />
          <Content {...content} />
        </Primitive.Portal>
      )}
    </Primitive.Root>
  )
}

/** Moves the focus to the first field of the dialog; Radix would move it to the tabs above. */
function beginInFirstField(event: Event): void {
  const content = event.currentTarget as HTMLElement
  const first = [...content.querySelectorAll<HTMLElement>(focusable)].find((element) => !ofTabs.has(element.role ?? ''))
  if (!first?.matches(fields)) return
  event.preventDefault()
  first.focus()
  if (first instanceof HTMLInputElement) first.select()
}

const focusable = ':is(a[href], button, input, textarea, select, [tabindex="0"]):not(:disabled)'
const fields = 'textarea, input:is([type="text"], [type="number"], [type="search"], :not([type]))'
const ofTabs: ReadonlySet<string> = new Set(['tab', 'tablist', 'tabpanel'])

/** Escape first closes the completion list of an editor inside; the next Escape closes the dialog. */
function closeListFirst(event: KeyboardEvent): void {
  if ((event.target as Element | null)?.closest('.cm-content[aria-controls]')) event.preventDefault()
}

/** Most titles contain names given by people. */
const shown = (words: ReactNode) => (typeof words === 'string' ? isolateSentence(words) : words)

type ContentProps = Omit<DialogProps, 'open' | 'onOpenChange'>

function Content({ title, description, children, footer, width = 'normal', place = 'centre', onClosed }: ContentProps) {
  const giveBack = useReturnFocus()
  return (
    <Primitive.Content
      {...(description ? {} : { 'aria-describedby': undefined })}
      onOpenAutoFocus={beginInFirstField}
      onCloseAutoFocus={(event) => {
        giveBack(event)
        onClosed?.()
      }}
      onEscapeKeyDown={closeListFirst}
      className={classNames(
        'fixed inset-x-3 top-[max(12px,9vh)] z-50 mx-auto flex max-h-[82vh] flex-col rounded-l border border-line-strong bg-surface shadow-high outline-none data-[state=open]:animate-appear',
        widths[width],
        place === 'side' && 'md:right-3 md:left-auto md:w-full',
      )}
    >
      <header className="grid gap-0.5 px-4 pt-3.5 pr-12 pb-2">
        <Primitive.Title className="text-title">{shown(title)}</Primitive.Title>
        {description && (
          <Primitive.Description className="text-small text-muted">{shown(description)}</Primitive.Description>
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">{children}</div>
      {footer && <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">{footer}</footer>}
      {/* The close button comes last, so that the focus begins in the content. */}
      <Primitive.Close asChild>
        <IconButton label={uiTexts.close} size="small" className="absolute top-3 right-3">
          <X />
        </IconButton>
      </Primitive.Close>
    </Primitive.Content>
  )
}
