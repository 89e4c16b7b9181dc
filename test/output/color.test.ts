import { expect, test } from 'vitest'
import { colorLevel, paint, type ColorFlag, type Level } from '../../src/output/color.ts'

type Row = [flag: ColorFlag | undefined, env: Record<string, string>, isTTY: boolean, level: Level]

test.each<Row>([
  [undefined, {}, true, 1],
  [undefined, {}, false, 0],
  ['auto', { TERM: 'xterm-256color' }, true, 2],
  ['auto', { COLORTERM: 'truecolor' }, true, 3],
  ['always', { NO_COLOR: '1' }, false, 1],
  ['always', { TERM: 'xterm-256color' }, false, 2],
  ['never', { FORCE_COLOR: '3' }, true, 0],
  [undefined, { NO_COLOR: '1' }, true, 0],
  [undefined, { NO_COLOR: '' }, true, 1],
  [undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, 0],
  [undefined, { FORCE_COLOR: '' }, false, 0],
  [undefined, { FORCE_COLOR: '' }, true, 1],
  [undefined, { FORCE_COLOR: '0' }, true, 0],
  [undefined, { FORCE_COLOR: 'false' }, true, 0],
  [undefined, { FORCE_COLOR: '1' }, false, 1],
  [undefined, { FORCE_COLOR: 'true' }, false, 1],
  [undefined, { FORCE_COLOR: '2' }, false, 2],
  [undefined, { FORCE_COLOR: '3', CLICOLOR: '0' }, false, 3],
  [undefined, { FORCE_COLOR: '1', TERM: 'dumb' }, false, 1],
  [undefined, { CLICOLOR: '0' }, true, 0],
  [undefined, { CLICOLOR: '0', CLICOLOR_FORCE: '1' }, true, 0],
  [undefined, { CLICOLOR: '1' }, true, 1],
  [undefined, { CLICOLOR: '1' }, false, 0],
  [undefined, { CLICOLOR_FORCE: '1' }, false, 1],
  [undefined, { CLICOLOR_FORCE: '0' }, false, 0],
  [undefined, { CLICOLOR_FORCE: '' }, false, 0],
  [undefined, { CLICOLOR_FORCE: '1', TERM: 'dumb' }, false, 1],
  [undefined, { TERM: 'dumb' }, true, 0],
])('--color %s with %o, terminal %s: level %i', (flag, env, isTTY, level) => {
  expect(colorLevel({ flag, env, isTTY })).toBe(level)
})

test('paints color at a level and do nothing without', async () => {
  expect((await paint(0)).red('x')).toBe('x')
  expect((await paint(1)).red('x')).toBe('\u001b[31mx\u001b[39m')
})
