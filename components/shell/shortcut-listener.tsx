'use client'

import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { type ActionScope, actionsIn, pageScopes } from './action.ts'
import { currentActions } from './action-store.ts'
import { matchShortcut } from './match-shortcut.ts'

/** How long the first key of a sequence waits for the second. */
const sequenceMs = 1_000
const modifiers = new Set(['Shift', 'Control', 'Meta', 'Alt'])

/** Turns key presses into actions, for the whole page. Menus keep their own keys; so do dialogs, but for actions made for them. */
export function ShortcutListener() {
  useEffect(() => {
    let pending: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const apple = /mac|iphone|ipad/i.test(navigator.userAgent)
    function press(event: KeyboardEvent) {
      if ((event.defaultPrevented && !isChordOnCheckbox(event)) || event.isComposing || modifiers.has(event.key)) return
      if (isIn(event.target, '[role="menu"],[role="listbox"]')) return
      const match = matchShortcut({
        actions: actionsIn(currentActions(), scopeOf(event.target)),
        press: event,
        pending,
        apple,
        inTextField: isTextField(event.target),
      })
      clearTimeout(timer)
      pending = null
      if (match.kind === 'perform') {
        event.preventDefault()
        // The next key, however quick, finds what this one did: a decision is sent as it was just made.
        flushSync(() => match.action.perform())
      } else if (match.kind === 'wait') {
        pending = event.key.toLowerCase()
        timer = setTimeout(() => {
          pending = null
        }, sequenceMs)
      }
    }
    window.addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', press)
    }
  }, [])
  return null
}

/** A check box keeps any Enter from its form, and means nothing by one with a modifier. */
function isChordOnCheckbox({ key, shiftKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  return key === 'Enter' && (shiftKey || ctrlKey || metaKey) && isIn(target, '[role="checkbox"]')
}

/** Radio buttons and check boxes have the focus without anybody typing in them. */
function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button', 'submit'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

function scopeOf(target: EventTarget | null): ActionScope | null {
  if (!(target instanceof Element)) return null
  if (isIn(target, '[role="dialog"],[role="alertdialog"]')) return 'dialog'
  const scope = target.closest<HTMLElement>('[data-action-scope]')?.dataset.actionScope
  return pageScopes.find((each) => each === scope) ?? null
}
