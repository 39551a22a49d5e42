// One turn of the replayed Agent UI 0.25: what its message tells it to do, and how the tools show it meanwhile.
// Directives, played in order; without any, `answer` is asked:
//   [[wait MS]] [[hang]]                 takes its time; stopping it ends both
//   [[tool NAME ARGUMENTS => RESULT]]    a tool call        [[shell COMMAND => OUTPUT]]   one with its output
//   [[permission TOOL ARGUMENTS]]        asks first         [[question TEXT | OPTION | …]] [[choice TEXT | OPTION | …]]
//   [[say TEXT]]                         the answer         [[fail TEXT]]       the model failed: prose, `completed`
//   [[crash TEXT]] the agent crashed     [[lose TEXT]]      the event stream ended too early
//   [[late]]       last_run_status is written late          [[unattended TOOL]] refused without asking
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const DIRECTIVE =
  /\[\[(wait|hang|tool|shell|permission|question|choice|say|fail|crash|lose|late|unattended)(?: ([^]*?))?\]\]/g;

export class Turn {
  turn_id = randomUUID().replaceAll('-', '').slice(0, 12);
  live = true;
  outcome = null;
  error = null;
  content = '';
  steps = [{ type: 'status', label: 'Connecting to LLM...', active: false }];
  prompt = null;
  question = null;
  denials = [];
  tokens = { input_tokens: null, output_tokens: null };
  startedAt = performance.now();
  endedAt = null;
  events = new EventEmitter().setMaxListeners(0);
  stopping = new AbortController();

  constructor(session) {
    this.session = session;
  }

  get state() {
    if (!this.live) return 'idle';
    if (this.prompt) return 'awaiting_permission';
    return this.question ? 'awaiting_input' : 'streaming';
  }

  changed() {
    this.events.emit('change');
  }

  async until(isReached, ms) {
    const signal = AbortSignal.timeout(ms);
    while (!isReached(this)) {
      try {
        await once(this.events, 'change', { signal });
      } catch {
        return isReached(this);
      }
    }
    return true;
  }

  status() {
    return {
      session_id: this.session.id,
      turn_id: this.turn_id,
      origin: 'mcp',
      state: this.state,
      streaming: this.live,
      outcome: this.outcome,
      error: this.error,
      pending_prompt: this.prompt,
      pending_question: this.question,
      current_step: this.steps.at(-1) ?? null,
      live_status: null,
      elapsed_s: this.seconds(),
      steps_so_far: this.steps.length,
      answer_chars: this.content.length,
    };
  }

  view() {
    const { input_tokens, output_tokens } = this.tokens;
    const footer = {
      latency_ms: Math.round(this.seconds() * 1000),
      // Without output they are left over from an earlier request.
      tokens_per_second: output_tokens === 0 ? 13_000 : output_tokens && 41.5,
      time_to_first_token_s: output_tokens === null ? null : 0.25,
      input_tokens,
      output_tokens,
      text: '',
    };
    return {
      ...this.status(),
      content: this.content,
      steps: this.steps,
      denials: this.denials,
      footer: this.live ? null : footer,
      stopped: this.outcome === 'cancelled',
      history_notice: null,
      message_id: this.live ? null : this.session.messages.length,
    };
  }

  seconds() {
    return Math.round(((this.endedAt ?? performance.now()) - this.startedAt) / 10) / 100;
  }

  end(outcome, content, error = null) {
    Object.assign(this, { live: false, outcome, content, error, prompt: null, question: null });
    this.endedAt = performance.now();
    this.changed();
  }

  tool(tool, detail, result, more = {}) {
    this.steps.push({
      type: 'tool',
      label: 'Using tool',
      tool,
      detail,
      active: false,
      success: true,
      result,
      latency_ms: 11,
      ...more,
    });
  }
}

/** Plays `message`; resolves with how the session's run ended (done, failed, stopped) and what it stores. */
export async function play(turn, message, answer) {
  const signal = turn.stopping.signal;
  const directives = [...message.matchAll(DIRECTIVE)].map(([, name, text = '']) => ({ name, text }));
  try {
    for (const { name, text } of directives) {
      if (name === 'wait') await sleep(Number(text), undefined, { signal });
      if (name === 'hang') await once(signal, 'abort').then(() => signal.throwIfAborted());
      if (name === 'tool' || name === 'shell') {
        const [call, result = 'Done'] = text.split(' => ');
        if (name === 'tool') {
          const [tool, ...detail] = call.split(' ');
          turn.tool(tool, detail.join(' '), result);
        } else {
          const command = { command: call, return_code: 0, stdout: result, stderr: '' };
          turn.tool('run_shell_command', `command: ${call}`, 'Command executed', { command });
        }
      }
      if (name === 'permission') await askPermission(turn, text);
      if (name === 'question' || name === 'choice') await askQuestion(turn, text, name === 'question');
      if (name === 'unattended')
        turn.denials.push({ tool: text, reason: 'unattended', message: 'needs someone to approve it' });
      signal.throwIfAborted();
    }
    const ending = directives.findLast(({ name }) => ['say', 'fail', 'crash', 'lose'].includes(name));
    const late = directives.some(({ name }) => name === 'late');
    if (ending?.name === 'crash')
      return { outcome: 'error', status: 'failed', content: '', error: ending.text, late };
    if (ending?.name === 'lose') {
      const error = 'The event stream closed before the turn was done.';
      return {
        outcome: 'disconnected',
        status: ending.text === '' ? 'done' : 'failed',
        content: ending.text,
        error,
        late,
      };
    }
    if (ending?.name === 'fail') {
      turn.tokens = { input_tokens: 0, output_tokens: 0 };
      return { outcome: 'completed', status: 'failed', content: ending.text, late };
    }
    const content = ending?.text ?? (await answer(turn));
    turn.tokens = { input_tokens: 4675, output_tokens: 1 + Math.ceil(content.length / 4) };
    return { outcome: 'completed', status: 'done', content, late };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { outcome: 'cancelled', status: 'stopped', content: 'Cancelled.' };
  }
}

async function askPermission(turn, text) {
  const [tool, ...args] = text.split(' ');
  const args_summary = args.join(' ');
  turn.prompt = {
    confirm_id: randomUUID(),
    tool,
    args: { text: args_summary },
    args_summary,
    risk: 'write',
    always_scope: null,
    timeout_seconds: 600,
    expires_in_s: 600,
  };
  const decision = await answered(turn, 'permission');
  const isAllowed = decision === 'allow_once';
  turn.tool(tool, args_summary, isAllowed ? 'done' : `denied: Tool '${tool}' was denied by the user.`, {
    success: isAllowed,
  });
}

async function askQuestion(turn, text, allow_free_text) {
  const [question, ...options] = text.split(' | ');
  turn.question = {
    request_id: randomUUID(),
    question,
    options: options.map((label) => ({ value: label.toLowerCase(), label, description: '' })),
    allow_free_text,
    timeout_seconds: allow_free_text ? 60 : 0.3,
  };
  const value = await Promise.race([
    answered(turn, 'question'),
    sleep(turn.question.timeout_seconds * 1000, null, { ref: false }),
  ]);
  turn.question = null;
  turn.tool(
    'ask_user',
    `question: ${question}`,
    value === null ? 'nobody answered' : `the user said: ${value}`,
  );
  turn.changed();
}

async function answered(turn, kind) {
  turn.changed();
  const [value] = await once(turn.events, kind, { signal: turn.stopping.signal });
  return value;
}
