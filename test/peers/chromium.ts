/** The machine's Chromium, or that of MOVECLI_CHROMIUM, asking nobody but the page that it is shown. */
import { chromium, type Browser } from 'playwright-core'

const quiet =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

export const startChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['MOVECLI_CHROMIUM'] ?? '/usr/bin/chromium',
    args: quiet.split(' '),
  })
