'use client'

import { useSyncExternalStore } from 'react'
import { classNames } from '../class-names.ts'
import { formatShortcut, formatShortcuts } from './shortcut.ts'

const never = () => () => undefined
const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent)

const capClasses =
  'inline-block rounded-[4px] border border-line bg-surface px-1 font-mono text-[10.5px]/4 font-medium whitespace-nowrap text-faint [font-variant-ligatures:none]'

const useApple = () => useSyncExternalStore(never, isApple, () => false)

/** A shortcut such as `mod+k` or `g r`, in the words of the reader's keyboard. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  const apple = useApple()
  return <kbd className={classNames(capClasses, className)}>{formatShortcut(keys, apple)}</kbd>
}

/** Several shortcuts of one action, or shortcuts that differ only in the arrow. */
export function Kbds({ shortcuts }: { shortcuts: readonly string[] }) {
  const apple = useApple()
  return formatShortcuts(shortcuts, apple).map((shown) => (
    // Arrows fill the width of a letter: without spacing they would look like one sign.
    <kbd key={shown} className={classNames(capClasses, /[←→]{2}/.test(shown) && 'tracking-[0.15em]')}>
      {shown}
    </kbd>
  ))
}
