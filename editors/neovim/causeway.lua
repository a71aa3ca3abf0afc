-- causeway.lua - Modelica in Neovim (0.7 or newer) with the language server of Causeway.
-- Copy it to ~/.config/nvim/lua/, and put  require("causeway").setup()  into init.lua.  Options:
--   require("causeway").setup({ cmd = { "causeway", "lsp", "-L", vim.fn.expand("~/Modelica") } })
-- Keys are those of Neovim 0.11, in older ones too: K what is this, Ctrl-] where is it declared, grr who uses it, grn rename,
-- gra quick fixes, Ctrl-X Ctrl-O completion; [d and ]d go to the next mistake.
-- In a Modelica file :Causeway check, simulate, plot run the model around the cursor; :Causeway flat shows its equations,
-- :Causeway code its C.
local M = {}

local clients = {} -- Neovim 0.7 does not look for one that serves a folder already

local function request(client, method, params, answer, buffer)
  if vim.fn.has("nvim-0.11") == 1 then return client:request(method, params, answer, buffer) end
  return client.request(method, params, answer, buffer)
end

local function show(text, kind)
  vim.cmd("new")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.modifiable = "nofile", "wipe", false
  vim.bo.syntax = kind
end

-- what the lenses beside a model do, and flat, code
local function run(command, client)
  request(client, "workspace/executeCommand", { command = command.command, arguments = command.arguments }, function(err, result)
    if err then return vim.notify(err.message, vim.log.levels.ERROR) end
    if result.ok and command.command == "causeway.flat" then return show(result.text, "modelica") end
    if result.ok and command.command == "causeway.code" then return show(result.text, "c") end
    vim.notify(result.text, result.ok and vim.log.levels.INFO or vim.log.levels.ERROR)
    if result.picture then vim.fn.jobstart({ "xdg-open", result.picture }, { detach = true }) end
  end)
end

-- The model around the cursor is that of the last lens at or above it.
local function run_here(client, buffer, what)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local about = { textDocument = { uri = vim.uri_from_bufnr(buffer) } }
  request(client, "textDocument/codeLens", about, function(err, lenses)
    if err then return vim.notify(err.message, vim.log.levels.ERROR) end
    local lens = lenses[1]
    for _, l in ipairs(lenses) do
      if l.range.start.line <= line then lens = l end
    end
    if not lens then return vim.notify("There is no model here.", vim.log.levels.WARN) end
    run({ command = "causeway." .. what, arguments = lens.command.arguments }, client)
  end, buffer)
end

local function add_command(client, buffer)
  local words = { "check", "simulate", "plot", "flat", "code" }
  local options = { nargs = 1, complete = function() return words end }
  if vim.api.nvim_buf_create_user_command then
    vim.api.nvim_buf_create_user_command(buffer, "Causeway", function(given) run_here(client, buffer, given.args) end, options)
  else
    vim.api.nvim_buf_add_user_command(buffer, "Causeway", function(given) run_here(client, buffer, given.args) end, options)
  end
end

-- What newer versions do by themselves.
local function set_keys(buffer)
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  vim.bo[buffer].tagfunc = "v:lua.vim.lsp.tagfunc"
  if vim.fn.has("nvim-0.11") == 1 then return end
  local keys = { K = vim.lsp.buf.hover, grr = vim.lsp.buf.references, grn = vim.lsp.buf.rename, gra = vim.lsp.buf.code_action,
    ["[d"] = vim.diagnostic.goto_prev, ["]d"] = vim.diagnostic.goto_next }
  for key, action in pairs(keys) do
    vim.keymap.set("n", key, function() action() end, { buffer = buffer })
  end
end

-- The outermost folder around a file that is under version control, has a lock file, or is a package.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  local root, at = folder, folder
  while true do
    for _, mark in ipairs({ ".git", "causeway.lock", "package.mo" }) do
      if vim.fn.filereadable(at .. "/" .. mark) == 1 or vim.fn.isdirectory(at .. "/" .. mark) == 1 then root = at end
    end
    local up = vim.fn.fnamemodify(at, ":h")
    if up == at then return root end
    at = up
  end
end

-- Colours of words where neither the editor nor the server (Neovim 0.9 and newer) gives any.
local KEYWORDS = "algorithm and annotation block break class connect connector constant constrainedby der discrete each else "
  .. "elseif elsewhen encapsulated end enumeration equation expandable extends external final flow for function if import "
  .. "impure in initial inner input loop model not operator or outer output package parameter partial protected public pure "
  .. "record redeclare replaceable return stream then type when while within"

local function colour_words()
  if vim.fn.exists("g:syntax_on") == 0 or vim.b.current_syntax then return end
  vim.cmd("syntax keyword modelicaKeyword " .. KEYWORDS)
  vim.cmd("syntax keyword modelicaType Real Integer Boolean String")
  vim.cmd("syntax keyword modelicaConstant true false time")
  vim.cmd([[syntax match modelicaNumber "\<\d\+\(\.\d*\)\?\([eE][-+]\?\d\+\)\?\>"]])
  vim.cmd([[syntax region modelicaString start=+"+ skip=+\\.+ end=+"+]])
  vim.cmd([[syntax region modelicaQuoted start=+'+ skip=+\\.+ end=+'+ oneline]])
  vim.cmd([[syntax match modelicaComment "//.*$"]])
  vim.cmd([[syntax region modelicaComment start="/\*" end="\*/"]])
  for word, group in pairs({ Keyword = "Statement", Type = "Type", Constant = "Constant", Number = "Number", String = "String",
    Quoted = "Identifier", Comment = "Comment" }) do
    vim.cmd("highlight default link modelica" .. word .. " " .. group)
  end
  vim.b.current_syntax = "modelica"
end

local function start(config, buffer)
  if vim.lsp.start then return vim.lsp.start(config, { bufnr = buffer }) end
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  vim.lsp.buf_attach_client(buffer, id)
end

function M.setup(options)
  options = options or {}
  vim.filetype.add({ extension = { mo = "modelica", dym = "dymola" } })
  if vim.fn.has("nvim-0.8") == 0 then -- there the line above has no effect by itself
    vim.api.nvim_create_autocmd({ "BufNewFile", "BufRead" }, { pattern = "*.mo", command = "set filetype=modelica" })
    vim.api.nvim_create_autocmd({ "BufNewFile", "BufRead" }, { pattern = "*.dym", command = "set filetype=dymola" })
  end
  for _, name in ipairs({ "check", "simulate", "plot" }) do
    vim.lsp.commands["causeway." .. name] = function(command, context) run(command, vim.lsp.get_client_by_id(context.client_id)) end
  end
  vim.api.nvim_create_autocmd("Syntax", {
    group = vim.api.nvim_create_augroup("causeway", {}), -- :syntax on removes those without a group
    pattern = "modelica",
    callback = function(event) -- behind those of the editor, which forget what was defined before
      local buffer = event.buf or tonumber(vim.fn.expand("<abuf>"))
      vim.schedule(function() vim.api.nvim_buf_call(buffer, colour_words) end)
    end,
  })
  vim.api.nvim_create_autocmd("FileType", {
    pattern = { "modelica", "dymola" },
    callback = function(event)
      local buffer = event.buf or tonumber(vim.fn.expand("<abuf>"))
      vim.bo[buffer].commentstring = "// %s"
      vim.bo[buffer].expandtab, vim.bo[buffer].shiftwidth, vim.bo[buffer].softtabstop = true, 2, 2
      start({
        name = "causeway",
        cmd = options.cmd or { "causeway", "lsp" },
        root_dir = root_of(vim.api.nvim_buf_get_name(buffer)),
        capabilities = options.capabilities,
        on_attach = function(client, attached)
          add_command(client, attached)
          set_keys(attached)
          if options.on_attach then options.on_attach(client, attached) end
        end,
      }, buffer)
    end,
  })
end

return M
