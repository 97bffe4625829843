'use client'

import { Popover as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { popupClasses } from '#components/ui/overlay/popup.ts'
import { viewsValuesTexts } from '../../texts/views-values.ts'
import { ValueList } from './value-list.tsx'

export interface ValuePickerProps {
  /** The place in the window: below the cursor or the button. */
  readonly at: { readonly left: number; readonly top: number }
  readonly step: string | null
  readonly hasSecrets: boolean
  onPick(path: string): void
  /** `byKey`: the keyboard returns to the field; else another part of the page has been clicked. */
  onClose(byKey: boolean): void
}

/** The list of values over a field. */
export function ValuePicker({ at, step, hasSecrets, onPick, onClose }: ValuePickerProps) {
  // A field on the canvas is in a transformed layer, in which no element has a place in the window.
  const anchor = useRef({ getBoundingClientRect: () => new DOMRect(at.left, at.top, 0, 0) })
  return (
    <Primitive.Root open>
      <Primitive.Anchor virtualRef={anchor} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label={viewsValuesTexts.insertValue}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className={classNames(
            popupClasses,
            'z-60 flex max-h-[min(var(--radix-popover-content-available-height),420px)] w-96 flex-col',
          )}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            event.stopPropagation()
            onClose(true)
          }}
          onInteractOutside={() => onClose(false)}
        >
          <ValueList step={step} hasSecrets={hasSecrets} begin onPick={onPick} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
