'use client'

import { ContextMenu as ContextPrimitive, DropdownMenu as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Kbd } from '../controls/kbd.tsx'
import { uiTexts } from '../texts/ui.ts'
import { popupClasses, rowClasses } from './popup.ts'

export interface MenuItem {
  id: string
  label: ReactNode
  icon?: ReactNode
  shortcut?: string | undefined
  disabled?: boolean
  /** The reason why the item is disabled, in a sentence below its name. */
  why?: string | undefined
  danger?: boolean
  /** Shows a line above it. */
  separated?: boolean
  /** The check mark of an item that is a choice. */
  checked?: boolean
  onSelect(): void
}

export interface MenuProps {
  items: readonly MenuItem[]
  /** The trigger: one focusable element. */
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
}

const hasSigns = (items: readonly MenuItem[]) =>
  items.some(({ icon, checked }) => icon !== undefined || checked !== undefined)

const itemClasses = (item: MenuItem) => classNames(rowClasses, item.danger && 'text-failed')

/** `hasSigns`: reserves space for icons and check marks, where any of the items has one. */
function MenuRow({ item, hasSigns }: { item: MenuItem; hasSigns: boolean }) {
  return (
    <>
      {hasSigns && (
        <span className="grid size-3.5 place-items-center">
          {item.checked ? <span aria-hidden="true">✓</span> : item.icon}
        </span>
      )}
      <span className="flex-1">
        {item.label}
        {item.why && <span className="block max-w-60 text-small whitespace-normal">{item.why}</span>}
      </span>
      {item.shortcut && <Kbd keys={item.shortcut} className="ml-4 max-sm:hidden" />}
    </>
  )
}

/**
 * Performs an item's action after the menu has closed and the focus is back in its former place. Otherwise the
 * returning focus would leave the element that the action has just opened.
 */
function useAfterClose() {
  const chosen = useRef<(() => void) | null>(null)
  return {
    choose: (item: MenuItem) => {
      chosen.current = item.onSelect
    },
    onCloseAutoFocus: () =>
      queueMicrotask(() => {
        chosen.current?.()
        chosen.current = null
      }),
  }
}

/** A menu behind a button. */
export function Menu({ items, children, align = 'end', side = 'bottom' }: MenuProps) {
  const { choose, onCloseAutoFocus } = useAfterClose()
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        {/* The section is a landmark while it is open, because popups are outside the page's own landmarks. */}
        <section aria-label={uiTexts.menu}>
          <Primitive.Content
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={onCloseAutoFocus}
            className={classNames(
              popupClasses,
              'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto p-1',
            )}
          >
            {items.map((item) => (
              <div key={item.id} role="none">
                {item.separated && <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />}
                <Primitive.Item
                  disabled={item.disabled ?? false}
                  onSelect={() => choose(item)}
                  className={itemClasses(item)}
                >
                  <MenuRow item={item} hasSigns={hasSigns(items)} />
                </Primitive.Item>
              </div>
            ))}
          </Primitive.Content>
        </section>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The menu on the right mouse button and the menu key. */
export function ContextMenu({ items, children }: Pick<MenuProps, 'items' | 'children'>) {
  const { choose, onCloseAutoFocus } = useAfterClose()
  return (
    <ContextPrimitive.Root modal={false}>
      <ContextPrimitive.Trigger asChild>{children}</ContextPrimitive.Trigger>
      <ContextPrimitive.Portal>
        <section aria-label={uiTexts.menu}>
          <ContextPrimitive.Content
            collisionPadding={8}
            onCloseAutoFocus={onCloseAutoFocus}
            // The menu stands left or right of the point, and is moved only vertically: text that is too wide there
            // wraps.
            className={classNames(
              popupClasses,
              'max-h-(--radix-context-menu-content-available-height) max-w-(--radix-context-menu-content-available-width) overflow-y-auto p-1',
            )}
          >
            {items.map((item) => (
              <div key={item.id} role="none">
                {item.separated && <ContextPrimitive.Separator className="-mx-1 my-1 h-px bg-line" />}
                <ContextPrimitive.Item
                  disabled={item.disabled ?? false}
                  onSelect={() => choose(item)}
                  className={itemClasses(item)}
                >
                  <MenuRow item={item} hasSigns={hasSigns(items)} />
                </ContextPrimitive.Item>
              </div>
            ))}
          </ContextPrimitive.Content>
        </section>
      </ContextPrimitive.Portal>
    </ContextPrimitive.Root>
  )
}
