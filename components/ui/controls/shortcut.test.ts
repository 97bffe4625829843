import { describe, expect, it } from 'vitest'
import { formatShortcut, formatShortcuts, isTyping, type KeyPress, matchesChord } from './shortcut.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('shortcuts', () => {
  it('are shown in the signs of the keyboard', () => {
    expect(formatShortcut('mod+k', true)).toBe('⌘K')
    expect(formatShortcut('mod+shift+enter', false)).toBe('Ctrl+Shift+↵')
    expect(formatShortcut('g r', true)).toBe('G R')
    expect(formatShortcut('f2', true)).toBe('F2')
  })

  it('match the modifier of the platform and not the other one', () => {
    expect(matchesChord('mod+k', press('k', { metaKey: true }), true)).toBe(true)
    expect(matchesChord('mod+k', press('k', { ctrlKey: true }), true)).toBe(false)
    expect(matchesChord('mod+k', press('K', { ctrlKey: true }), false)).toBe(true)
    expect(matchesChord('ctrl+k', press('k', { ctrlKey: true }), true)).toBe(true)
  })

  it('tell a letter from its shifted twin, and let shift pass where it makes the sign', () => {
    expect(matchesChord('z', press('Z', { shiftKey: true }), true)).toBe(false)
    expect(matchesChord('mod+shift+z', press('Z', { shiftKey: true, metaKey: true }), true)).toBe(true)
    expect(matchesChord('?', press('?', { shiftKey: true }), true)).toBe(true)
    expect(matchesChord('plus', press('+', { shiftKey: true }), true)).toBe(true)
    expect(matchesChord('space', press(' '), true)).toBe(true)
    expect(matchesChord('enter', press('Enter', { shiftKey: true }), true)).toBe(false)
  })

  it('without a modifier are typing in a text field', () => {
    expect(isTyping('a')).toBe(true)
    expect(isTyping('shift+a')).toBe(true)
    expect(isTyping('mod+k')).toBe(false)
    expect(isTyping('shift+mod+z')).toBe(false)
    expect(isTyping('escape')).toBe(false)
  })

  it('that edit text belong to the field, whatever is held down with them', () => {
    for (const chord of ['mod+a', 'mod+c', 'mod+v', 'mod+x', 'alt+arrowleft', 'mod+backspace', 'mod+shift+end']) {
      expect(isTyping(chord)).toBe(true)
    }
  })
})

it('keys that differ in the arrow alone are one', () => {
  const arrows = ['up', 'down', 'left', 'right'].map((arrow) => `alt+shift+arrow${arrow}`)
  expect(formatShortcuts([...arrows, 'arrowup', 'delete', 'backspace'], false)).toEqual([
    'Alt+Shift+↑↓←→',
    '↑',
    'Del',
    '⌫',
  ])
  expect(formatShortcuts(arrows, true)).toEqual(['⌥⇧↑↓←→'])
})
