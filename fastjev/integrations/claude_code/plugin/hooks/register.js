// Hands the history to the fastjev program and installs what comes back. On any doubt the client goes on by itself.

let told = false // that the program gives no answer is said once a session
let ended = 0 // when the last turn did, in milliseconds
let asked = false // this compaction was asked for by whenDue, and by nobody else: it may be left out, never summed up

// What the program says to an event: its output, or nothing where it failed or is not there.
async function ask($, options, event, timeoutMs, more) {
  try {
    const { context } = await $.session.usage()
    const given = {
      session_id: await $.session.id(),
      root: await $.session.root(),
      options,
      tokens: context?.tokens ?? null,
      window: context?.window ?? null,
      percent: context?.percent ?? null,
      ...more,
    }
    const ran = await $.process.run([options.bin || 'fastjev', 'hook', event], { stdin: JSON.stringify(given), timeoutMs })
    return ran.exitCode === 0 && !ran.isStdoutTruncated ? ran.stdout : ''
  } catch {
    return ''
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

// Compacts where that is due. A client without a terminal lets nobody ask for it.
async function whenDue($, options, more) {
  asked = parsed(await ask($, options, 'due', 5000, more))?.compact === true
  try {
    if (asked) await $.session.compact()
  } finally {
    asked = false
  }
}

export const register = (on, options) => {
  const unasked = options.trigger !== 'off' && options.mode !== 'side' && options.mode !== 'shadow'

  on('session.compact', async ($, e, next) => {
    // A subagent's history is its own, and what is computed in advance is not installed yet.
    if (options.mode === 'side' || e.agentId || e.trigger === 'precompute') return next(e)
    const leave = (why) => (asked ? { skip: `fastjev: ${why}` } : next(e))
    const more = { protocol: 'fastjev.compact/1', trigger: e.trigger, instructions: e.instructions ?? null, messages: e.messages }
    const answer = parsed(await ask($, options, 'compact', 120000, more))
    if (answer?.ok === false) return answer.skip ? { skip: `fastjev: ${answer.reason}` } : leave(answer.reason)
    if (!Array.isArray(answer?.messages) || !answer.messages.length) {
      const what = asked ? 'nothing is compacted' : 'the client compacts by itself'
      if (!told) $.ui.toast(`fastjev: ${options.bin || 'fastjev'} did not answer, so ${what}; try fastjev doctor`)
      told = true
      return leave('no answer')
    }
    $.ui.toast(`fastjev: ${answer.said}`)
    return { messages: answer.messages, tokensBefore: answer.tokensBefore, tokensAfter: answer.tokensAfter }
  }).catch(($, e, next) => next(e))

  on('turn.complete', async ($, e, next) => {
    const done = await next(e)
    if (e.agentId || !unasked) return done
    ended = await $.clock.now()
    if (options.trigger !== 'idle') await whenDue($, options, {}).catch(() => {})
    return done
  }).catch(($, e, next) => next(e))

  // Whether the prompt cache is cold shows when the person comes back.
  on('prompt.submit', async ($, e, next) => {
    if (unasked && options.trigger === 'idle' && ended) {
      await whenDue($, options, { idle_seconds: ((await $.clock.now()) - ended) / 1000 }).catch(() => {})
    }
    return next(e)
  }).catch(($, e, next) => next(e))

  on('session.start', async ($, e, next) => {
    await $.command.register({ name: 'fastjev', description: 'Show what binds this session, the window and the last compaction' })
    return next(e)
  }).catch(($, e, next) => next(e))

  on('command.run', { command: 'fastjev' }, async ($) => {
    const shown = await ask($, options, 'show', 30000, {})
    return { text: shown || `fastjev: ${options.bin || 'fastjev'} did not answer; try fastjev doctor` }
  })
}
