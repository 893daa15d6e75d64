/* The players' page. It shows what the server says, letter by letter (textContent alone), and sends slips.
 * Written for old phones, too: nothing newer than ES5 and EventSource. */
(function () {
  'use strict';

  var SILENCE = 14000, LOOK = 1000, LONGEST_WAIT = 8000, STRANGE = 3;
  var texts = {}, token = '', source = null, heard = 0, wait = 500, retry = 0, live = false, everHeard = false;
  var strange = 0, table = null, own = null, offers = '', drafts = {}, sending = {}, nowSaid = '', stateSaid = '';

  /* -- words -------------------------------------------------------------------------------------- */

  function say(key, params) {
    var text = texts[key] || '', name;
    for (name in params || {}) {
      text = text.split('{' + name + '}').join(String(params[name]));
    }
    return text;
  }

  function chooseTexts(all) {
    var wanted = (navigator.languages || [navigator.language || 'en']), at, name, language;
    for (at = 0; at < wanted.length; at += 1) {
      name = String(wanted[at]).toLowerCase();
      for (language in all) {
        if (language.toLowerCase() === name || language.toLowerCase() === name.split('-')[0]) {
          document.documentElement.lang = language;
          return all[language];
        }
      }
    }
    return all.en || {};
  }

  /* -- small things ------------------------------------------------------------------------------- */

  function by(id) { return document.getElementById(id); }

  function make(tag, name, text) {
    var element = document.createElement(tag);
    if (name) { element.className = name; }
    if (text !== undefined && text !== null) { element.textContent = text; }
    return element;
  }

  function put(parent) {
    var at;
    for (at = 1; at < arguments.length; at += 1) {
      if (arguments[at]) { parent.appendChild(arguments[at]); }
    }
    return parent;
  }

  function empty(element) { while (element.firstChild) { element.removeChild(element.firstChild); } }

  function write(id, text) {
    var element = by(id);
    if (element.textContent !== text) { element.textContent = text; }
    element.hidden = !text;
  }

  function listed(parts) {
    return parts.filter(function (part) { return part; }).join(' · ');
  }

  function ask(method, path, body, done) {
    var request = new XMLHttpRequest();
    request.open(method, path, true);
    request.timeout = 10000;
    if (body) {
      request.setRequestHeader('Content-Type', 'application/json');
      request.setRequestHeader('X-Turnwright', 'slip');
    }
    request.onloadend = function () { done(request.status, request.responseText); };
    request.send(body || null);
  }

  /* -- the table ---------------------------------------------------------------------------------- */

  function health(row) {
    var found = document.createDocumentFragment(), bar, level, said = [];
    if (row.points) {
      said.push(row.points.full ? say('of', { now: row.points.now, full: row.points.full }) : String(row.points.now));
      if (row.points.extra) { said.push(say('extra', { number: row.points.extra })); }
    }
    level = row.word || (row.level && say(row.level)) || '';
    if (level && row.level !== 'unhurt') { said.push(level); }
    if (row.bar !== undefined && row.bar >= 0 && !row.points) { said.push(say('percent', { number: row.bar })); }
    if (row.points && table.points_label) { said[0] = table.points_label + ' ' + said[0]; }
    if (said.length) { put(found, make('div', 'health', listed(said))); }
    if (row.bar !== undefined && row.bar >= 0) {
      bar = make('div', row.bar <= 25 ? 'bar low' : 'bar');
      bar.setAttribute('aria-hidden', 'true');
      put(bar, make('span')).firstChild.style.width = row.bar + '%';
      put(found, bar);
    }
    return found;
  }

  function condition(one) {
    var name = one.by ? say('by', { name: one.name, who: one.by }) : one.name;
    if (one.left > 0) { name = say('left', { name: name, rounds: one.left }); }
    if (one.left === 0) { name = say('due', { name: name }); }
    return make('li', one.tone || '', one.notes ? name + ' – ' + one.notes : name);
  }

  function chips(row) {
    var list = make('ul', 'chips'), states = {};  /* a step of a track may be a state, too */
    (row.conditions || []).forEach(function (one) { states['=' + one.name] = true; });
    (row.tracks || []).forEach(function (track) {
      if ((track.at || track.kept) && !states['=' + track.step]) { put(list, make('li', 'bad', track.label + ': ' + track.step)); }
    });
    (row.conditions || []).forEach(function (one) { put(list, condition(one)); });
    (row.announced || []).forEach(function (one) {
      if (one.how !== 'lost') { put(list, make('li', '', listed([one.number ? one.number + '.' : '', one.label, one.said]))); }
    });
    return list.firstChild ? list : null;
  }

  function mark(row) {
    if (row.out) { return say(row.out); }
    return listed([
      row.active && say(table.activity === 'declare' ? 'declares-now' : 'acts'), row.must && say('must'), row.next && say('is-next'),
      row.choosable && say('choosable'), row.acted && say('acted'), row.waiting && say('waiting'),
      row.missed && say('missed'), row.declared && say('declared'), row.unaware && say('unaware'),
      row.readied && say('readied', { trigger: row.readied }), row.follows && say('follows', { name: row.follows })
    ]);
  }

  function sideName(number) {
    var found = '';
    (table.sides || []).forEach(function (side) { if ((side.number || 0) === number) { found = side.label; } });
    return (table.sides || []).length > 1 ? found : '';
  }

  function showRow(element, row) {
    var side = row.side || 0, tokens = tokenText(row.tokens);
    element.className = 'row side-' + (side % 6) + (row.active ? ' active' : '') + (row.acted ? ' acted' : '') + (row.out ? ' out' : '') + (row.out === 'defeated' ? ' gone' : '');
    if (row.active) { element.setAttribute('aria-current', 'true'); } else { element.removeAttribute('aria-current'); }
    empty(element);
    put(element, row.count ? make('span', 'count', row.count) : null, make('span', 'name', (row.active ? '▶ ' : '') + row.name));
    put(element, make('div', 'mark', mark(row)), health(row), chips(row));
    put(element, make('div', 'quiet', listed([sideName(side), tokens])), row.notes ? make('div', 'notes', row.notes) : null);
  }

  function tokenText(tokens) {
    return listed((tokens || []).map(function (one) {
      return one.label + ' ' + (one.left === undefined || one.left === null ? '∞' : one.left + (one.number && one.size ? '/' + one.size : ''));
    }));
  }

  function showRows(rows) {
    var list = by('rows'), known = {}, tops = {}, at, element, moved = [];
    var still = window.matchMedia && window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (at = 0; at < list.children.length; at += 1) {
      element = list.children[at];
      known['=' + element.getAttribute('data-id')] = element;
      tops['=' + element.getAttribute('data-id')] = element.offsetTop;
    }
    rows.forEach(function (row, place) {
      var key = '=' + row.id, one = known[key] || make('li');
      var said = JSON.stringify([row, table.points_label, table.activity, table.sides]);
      delete known[key];
      one.setAttribute('data-id', row.id);
      if (one.said !== said) { one.said = said; showRow(one, row); }
      if (list.children[place] !== one) { list.insertBefore(one, list.children[place] || null); }
    });
    for (at in known) { list.removeChild(known[at]); }
    if (still) { return; }
    rows.forEach(function (row, place) {
      var one = list.children[place], before = tops['=' + row.id];
      if (before !== undefined && before !== one.offsetTop) {
        one.classList.remove('moving');
        one.style.transform = 'translateY(' + (before - one.offsetTop) + 'px)';
        moved.push(one);
      }
    });
    if (moved.length) {
      list.getBoundingClientRect();
      moved.forEach(function (one) { one.classList.add('moving'); one.style.transform = ''; });
    }
  }

  function where() {
    if (table.covered) { return say('covered'); }
    if (table.status === 'over') { return say('over'); }
    if (table.status !== 'running') { return (table.rows || []).length ? say('before') : say('nothing'); }
    return listed([
      table.title, table.stage === 'round' ? say('round', { number: table.round }) : say(table.stage === 'opening' ? 'opening' : 'start'), table.phase,
      table.pass_word ? table.pass_word + ' ' + (table.pass_number || 1) : ''
    ]);
  }

  function named(rows, which) {
    return rows.filter(function (row) { return row[which]; }).map(function (row) { return row.name; }).join(', ');
  }

  function takenIn(sent) {
    var found = sent.screen;
    found.rows = found.rows || [];
    found.covered = sent.covered;
    return found;
  }

  /* Who acts or declares, or what is waited for. */
  function goesOn(rows, active, mine) {
    var declares = table.activity === 'declare', must = named(rows, 'must');
    if (mine) { return say(declares ? 'mine-declares' : 'mine', { name: own.sheet.row.name }); }
    if (active) { return declares ? say('declares', { name: active }) : active; }
    if (table.open) { return say('still-open', { number: table.open }); }
    if (rows.some(function (row) { return row.choosable; })) { return say('who-next'); }
    if (must) { return say('must-now', { name: must }); }
    return table.activity === 'roll' ? say('rolls') : '';
  }

  function showTable() {
    var rows = table.rows || [], active = named(rows, 'active'), next = named(rows, 'next');
    var mine = own && own.sheet && own.sheet.row.active, now = goesOn(rows, active, mine);
    write('where', where());
    if (nowSaid !== now) { nowSaid = now; write('now', now); }
    write('next', listed([next && say('next', { name: next }), active && table.open ? say('still-open', { number: table.open }) : '', table.sealed ? say('sealed') : '']));
    by('turn').className = mine ? 'mine' : '';
    by('turn').hidden = table.status !== 'running' && table.status !== 'setup';
    by('turn').style.display = now || next ? '' : 'none';
    write('table-name', rows.length ? say('order') : '');
    write('table-notes', table.notes || '');
    write('more', table.left_out ? say('left-out', { number: table.left_out }) : '');
    by('table').hidden = !rows.length && !table.notes;
    showRows(rows);
    document.title = listed([now, where()]) || 'Turnwright';
  }

  /* -- the own combatant -------------------------------------------------------------------------- */

  function showStands(sheet) {
    var place = by('own-stands'), tokens = make('ul', 'tokens'), row = sheet.row;
    empty(place);
    put(place, make('div', 'mark', mark(row)), health(row));
    (sheet.tokens || []).forEach(function (one) {
      var none = one.left === 0, item = make('li', none ? 'none' : '');
      put(item, make('b', '', one.left === undefined || one.left === null ? '∞' : one.left), document.createTextNode((one.size ? '/' + one.size : '') + ' ' + one.label + (one.extra ? ' +' + one.extra : '')));
      put(tokens, item);
    });
    if (tokens.firstChild) { put(place, tokens); }
    put(place, chips({ tracks: sheet.tracks, conditions: sheet.conditions, announced: row.announced }));
    (sheet.tracks || []).forEach(function (track) {
      if (!track.at && !track.kept) { put(place, make('div', 'quiet', track.label + ': ' + track.step)); }
    });
    if (sheet.notes) { put(place, make('p', 'notes', sheet.notes)); }
  }

  function newId() {
    var found = '', at, random = window.crypto && window.crypto.getRandomValues ? window.crypto.getRandomValues(new Uint8Array(16)) : null;
    for (at = 0; at < 16; at += 1) {
      found += ('0' + (random ? random[at] : Math.floor(Math.random() * 256)).toString(16)).slice(-2);
    }
    return found;
  }

  function send(slip, called, done) {
    slip.id = newId();
    sending[slip.id] = { id: slip.id, what: slip.what, called: called, state: 'sending' };
    showSent();
    ask('POST', 'slips/' + token, JSON.stringify(slip), function (status) {
      if (status === 202) { delete sending[slip.id]; done(); } else { sending[slip.id].state = status === 429 ? 'too-many' : 'failed'; }
      if (status === 404) { look(); }
      showSent();
    });
  }

  function showSent() {
    var place = by('own-sent'), id, known = {};
    empty(place);
    (own && own.slips || []).forEach(function (fate) { known[fate.id] = true; });
    for (id in sending) {
      if (!known[id]) { put(place, fateLine(sending[id])); }
    }
    (own && own.slips || []).forEach(function (fate) { put(place, fateLine(fate)); });
  }

  function fateLine(fate) {
    return make('p', 'fate ' + fate.state, say('fate-' + fate.state, { what: say(fate.what), why: fate.why || '' }));
  }

  function button(text, other, press) {
    var made = make('button', other ? 'other' : '', text);
    made.type = 'button';
    made.onclick = function () { press(made); };
    return made;
  }

  function form(heading, name, about, fields, collect, called) {
    var made = make('form'), submit = make('button', '', say('send'));
    made.setAttribute('data-form', name);
    put(made, make('h3', '', heading), about ? make('p', 'quiet', about) : null);
    fields.forEach(function (field) { put(made, field); });
    submit.type = 'submit';
    put(made, submit);
    made.setAttribute('novalidate', '');
    made.onsubmit = function (event) {
      var slip;
      event.preventDefault();
      slip = collect(made);
      if (!slip) { return false; }
      submit.disabled = true;
      send(slip, called, function () { clearDrafts(name); offers = ''; showOwn(); });
      window.setTimeout(function () { submit.disabled = false; }, 600);
      return false;
    };
    made.oninput = made.onchange = function (event) {
      var input = event.target;
      if (input.name) { drafts[name + '|' + input.name] = input.type === 'checkbox' ? input.checked : input.value; }
    };
    return made;
  }

  function clearDrafts(name) {
    var key;
    for (key in drafts) { if (key.indexOf(name + '|') === 0) { delete drafts[key]; } }
  }

  var fieldNumber = 0;

  function labelled(text, input, hint) {
    var holder = make('div'), label = make('label', '', text);
    fieldNumber += 1;
    input.id = 'field-' + fieldNumber;
    label.htmlFor = input.id;
    put(holder, label, input);
    if (hint) {
      put(holder, make('p', 'quiet', hint)).lastChild.id = input.id + '-hint';
      input.setAttribute('aria-describedby', input.id + '-hint');
    }
    return holder;
  }

  function textInput(form_, name, type) {
    var input = make('input');
    input.type = type || 'text';
    if (type === 'number') { input.setAttribute('inputmode', 'numeric'); input.step = '1'; }
    input.name = name;
    input.maxLength = 200;
    input.autocomplete = 'off';
    input.value = drafts[form_ + '|' + name] || '';
    return input;
  }

  function selectOf(form_, name, choices, withNothing) {
    var input = make('select');
    input.name = name;
    if (withNothing) { put(input, make('option', '', say('nothing-chosen'))).lastChild.value = ''; }
    choices.forEach(function (choice) {
      put(input, make('option', '', choice.label)).lastChild.value = choice.id;
    });
    if (drafts[form_ + '|' + name] !== undefined) { input.value = drafts[form_ + '|' + name]; }
    return input;
  }

  function tick(form_, name, text, value) {
    var label = make('label', 'tick'), input = make('input');
    input.type = 'checkbox';
    input.name = name;
    if (value !== undefined) { input.value = value; }
    input.checked = !!drafts[form_ + '|' + name];
    return put(label, input, document.createTextNode(text));
  }

  function usual(field) {
    var value = field['default'];
    (field.choices || []).forEach(function (choice) { if (choice.id === value) { value = choice.label; } });
    return value && value !== '0' ? say('usual', { value: value }) : '';
  }

  /* One text after the other: the next one is there as soon as something stands in the last. */
  function severalTexts(name, field, hint) {
    var holder = make('div'), most = field.most === undefined || field.most === null ? 9 : Math.min(field.most, 9), lines = [];
    function more() {
      var last = lines[lines.length - 1], line, input;
      if (lines.length >= most || (last && !last.value)) { return; }
      input = textInput(name, 't:' + field.id + ':' + lines.length);
      line = labelled(field.label + ' ' + (lines.length + 1), input, lines.length ? '' : hint);
      lines.push(input);
      put(holder, line);
      more();
    }
    holder.oninput = more;
    more();
    return holder;
  }

  function declareField(name, field) {
    var hint = listed([usual(field), field.text || '']), group;
    if (field.type === 'bool') { return tick(name, 'f:' + field.id, field.label); }
    if (field.type === 'combatants') {
      group = make('fieldset');
      put(group, make('legend', '', field.label));
      (field.choices || []).forEach(function (choice) { put(group, tick(name, 'm:' + field.id + ':' + choice.id, choice.label, choice.id)); });
      return group;
    }
    if (field.type === 'texts') { return severalTexts(name, field, hint); }
    if ((field.choices || []).length) { return labelled(field.label, selectOf(name, 'f:' + field.id, field.choices, !field.needed), hint); }
    return labelled(field.label, textInput(name, 'f:' + field.id, field.type === undefined || field.type === 'number' ? 'number' : 'text'), hint);
  }

  function fieldsOf(made, shown) {
    var found = {}, inputs = made.elements, at, input, parts;
    for (at = 0; at < inputs.length; at += 1) {
      input = inputs[at];
      parts = (input.name || '').split(':');
      if (parts[0] === 'f') {
        if (input.type === 'checkbox') { if (input.checked) { found[parts[1]] = true; } }
        else if (input.value !== '') { found[parts[1]] = input.type === 'number' ? parseInt(input.value, 10) : input.value; }
      } else if (parts[0] === 'm' && input.checked) {
        (found[parts[1]] = found[parts[1]] || []).push(input.value);
      } else if (parts[0] === 't') {
        (found[parts[1]] = found[parts[1]] || []).push(input.value);
      }
    }
    (shown.fields || []).forEach(function (field) {
      var list = found[field.id];
      if (field.type === 'texts' && list) {
        while (list.length && !list[list.length - 1]) { list.pop(); }
        if (!list.length) { delete found[field.id]; }
      }
    });
    return found;
  }

  function declareForm(may, shown) {
    var name = 'declare-' + shown.id;
    var about = listed([may.declares === 'later' ? say('declare-later') : '', may.declares === 'late' ? say('declare-late') : '', shown.text || '']);
    return form(shown.label, name, about, (shown.fields || []).map(function (field) { return declareField(name, field); }), function (made) {
      return { what: 'declare', name: shown.id, fields: fieldsOf(made, shown) };
    }, shown.label);
  }

  function declareForms(place, may) {
    var forms = may.forms || [], which, holder = make('div');
    function choose() {
      empty(holder);
      forms.forEach(function (shown) { if (shown.id === which.value) { put(holder, declareForm(may, shown)); } });
    }
    put(place, make('h3', '', say('declare')));
    if (forms.length > 1) {
      which = selectOf('which', 'which', forms, false);
      which.onchange = function () { drafts['which|which'] = which.value; choose(); };
      put(place, labelled(say('which'), which));
    } else {
      which = { value: forms.length ? forms[0].id : '' };
    }
    put(place, holder);
    choose();
    if (may.more) { put(place, button(say('nothing-more'), true, function () { send({ what: 'declare', done: true }, say('declare'), function () { return null; }); })); }
  }

  function withNames(input, offers_) {
    var list = make('datalist');
    list.id = 'names';
    offers_.forEach(function (one) { if (one.kind === 'action') { put(list, make('option')).lastChild.value = one.label; } });
    put(by('own-does'), list);
    input.setAttribute('list', 'names');
    return input;
  }

  function showDoes(may) {
    var place = by('own-does'), reactions = (may.offers || []).filter(function (one) { return one.kind === 'reaction'; });
    var others = (may.offers || []).filter(function (one) { return one.kind !== 'reaction'; }), list;
    empty(place);
    if (may.rolls) {
      put(place, form(say('roll'), 'roll', '', [labelled(say('rolled', { dice: may.rolls }), textInput('roll', 'total', 'number'))], function (made) {
        var total = parseInt(made.elements.total.value, 10);
        return isNaN(total) ? null : { what: 'roll', total: total };
      }, say('roll')));
    }
    if (may.declares) { declareForms(place, may); }
    if (may.delays) { put(place, button(may.delays, true, function () { send({ what: 'delay' }, may.delays, function () { return null; }); })); }
    if (may.resumes) { put(place, button(say('resume'), false, function () { send({ what: 'resume' }, say('resume'), function () { return null; }); })); }
    if (reactions.length) {
      put(place, form(say('react'), 'react', '', [labelled(say('reaction'), selectOf('react', 'name', reactions, false)), labelled(say('to-what'), textInput('react', 'trigger'))], function (made) {
        return { what: 'react', name: made.elements.name.value, trigger: made.elements.trigger.value };
      }, say('react')));
    }
    if (may.readies) {
      put(place, form(may.readies, 'ready', '', [labelled(say('action'), withNames(textInput('ready', 'name'), others)), labelled(say('trigger'), textInput('ready', 'trigger'))], function (made) {
        var wanted = { what: 'ready', name: made.elements.name.value, trigger: made.elements.trigger.value };
        return wanted.name && wanted.trigger ? wanted : null;
      }, may.readies));
    }
    if (others.length) {
      list = make('ul', 'chips');
      others.forEach(function (one) { put(list, make('li', '', listed([one.label, one.cost]))); });
      put(place, make('h3', '', say('can-do')), list);
    }
  }

  function showOwn() {
    var sheet = own && own.sheet, now, focused = document.activeElement && document.activeElement.name, again;
    by('own').hidden = !token;
    by('columns').className = token ? 'two' : '';
    if (!token) { return; }
    write('own-name', sheet ? sheet.row.name : say('not-there'));
    if (sheet && table) { showStands(sheet); } else { empty(by('own-stands')); }
    now = sheet ? JSON.stringify(sheet.may || {}) + sheet.row.id : '';
    if (now !== offers) {
      offers = now;
      if (sheet) { showDoes(sheet.may || {}); } else { empty(by('own-does')); }
      again = focused && by('own-does').querySelector('[name="' + focused.replace(/["\\]/g, '') + '"]');
      if (again) { again.focus(); }
    }
    showSent();
  }

  /* -- the connection ----------------------------------------------------------------------------- */

  function showState(good, text) {
    by('state').className = good ? 'good' : 'bad';
    by('state').textContent = text;
    if (stateSaid !== (good ? '' : 'away')) {
      stateSaid = good ? '' : 'away';
      by('state-live').textContent = text;
    }
  }

  function hear() {
    heard = Date.now();
    wait = 500;
    everHeard = true;
    if (!live) { live = true; showState(true, say('connected')); }
  }

  function away() {
    live = false;
    showState(false, everHeard ? say('away', { seconds: Math.max(0, Math.round((Date.now() - heard) / 1000)) }) : say('connecting'));
  }

  function connect() {
    window.clearTimeout(retry);
    if (source) { source.close(); }
    source = new EventSource(token ? 'events/' + token : 'events');
    source.addEventListener('table', function (event) { hear(); table = takenIn(JSON.parse(event.data)); showTable(); showOwn(); });
    source.addEventListener('own', function (event) { hear(); own = JSON.parse(event.data); if (!own) { return; } showOwn(); if (table) { showTable(); } });
    source.addEventListener('beat', hear);
    source.addEventListener('gone', lost);
    source.onerror = function () { source.close(); away(); later(); };
  }

  function later() {
    window.clearTimeout(retry);
    retry = window.setTimeout(look, wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }

  function look() {
    if (!token) { connect(); return; }
    ask('GET', 'links/' + token, null, function (status) {
      strange = status === 404 ? strange + 1 : 0;  /* a server that has just begun may not know it yet */
      if (strange >= STRANGE) { lost(); } else if (strange) { later(); } else { connect(); }
    });
  }

  function lost() {
    token = '';
    own = null;
    offers = '';
    if (window.history && window.history.replaceState) { window.history.replaceState(null, '', './'); }
    by('own').hidden = true;
    by('columns').className = '';
    write('own-gone', say('gone'));
    connect();
  }

  function begin() {
    token = window.location.hash.replace(/^#/, '').replace(/[^A-Za-z0-9_-]/g, '');
    own = null;
    offers = '';
    strange = 0;
    write('own-gone', '');
    showOwn();
    look();
  }

  function watch() {
    if (live && Date.now() - heard > SILENCE) { away(); look(); }
    if (!live && everHeard) { away(); }
  }

  window.addEventListener('hashchange', begin);
  window.addEventListener('online', look);
  document.addEventListener('visibilitychange', function () { if (!document.hidden && !live) { wait = 500; look(); } });
  window.setInterval(watch, LOOK);
  ask('GET', 'texts.json', null, function (status, body) {
    try { texts = chooseTexts(JSON.parse(body)); } catch (error) { texts = {}; }
    showState(false, say('connecting'));
    begin();
  });
}());
