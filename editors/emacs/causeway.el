;;; causeway.el --- Modelica in Emacs with the language server of Causeway  -*- lexical-binding: t -*-

;; Emacs 29 or newer (eglot is part of it), or 27 and 28 with the package eglot.  Put this file on the load path and
;; (require 'causeway) into init.el; M-x eglot in a .mo file starts the server, or
;; (add-hook 'causeway-modelica-mode-hook #'eglot-ensure).
;; M-x causeway-check, -simulate, -plot run the model around point; M-x causeway-flat shows its equations, causeway-code its C.

;;; Code:

(defgroup causeway nil "Modelica with Causeway." :group 'languages)

(defcustom causeway-command '("causeway" "lsp")
  "The language server.
\(\"causeway\" \"lsp\" \"-L\" \"/opt/Modelica\") adds a folder that holds libraries."
  :type '(repeat string))

(defconst causeway-modelica--keywords
  '("algorithm" "and" "annotation" "block" "break" "class" "connect" "connector" "constant" "constrainedby" "der" "discrete" "each"
    "else" "elseif" "elsewhen" "encapsulated" "end" "enumeration" "equation" "expandable" "extends" "external" "false" "final" "flow"
    "for" "function" "if" "import" "impure" "in" "initial" "inner" "input" "loop" "model" "not" "operator" "or" "outer" "output"
    "package" "parameter" "partial" "protected" "public" "pure" "record" "redeclare" "replaceable" "return" "stream" "then" "true"
    "type" "when" "while" "within"))

(defvar causeway-modelica-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    table))

;;;###autoload
(define-derived-mode causeway-modelica-mode prog-mode "Modelica"
  "Modelica text; `eglot' asks Causeway about it."
  (setq-local comment-start "// " comment-end "" indent-tabs-mode nil
              font-lock-defaults
              (list (list (cons (regexp-opt causeway-modelica--keywords 'words) 'font-lock-keyword-face)
                          (cons (regexp-opt '("Real" "Integer" "Boolean" "String") 'words) 'font-lock-type-face)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.mo\\'" . causeway-modelica-mode))

;;;###autoload
(define-derived-mode causeway-dymola-mode prog-mode "Dymola"
  "Classic Dymola text; `eglot' asks Causeway about it.")

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.dym\\'" . causeway-dymola-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `((causeway-modelica-mode :language-id "modelica") . ,(lambda (&rest _) causeway-command)))
  (add-to-list 'eglot-server-programs `((causeway-dymola-mode :language-id "dymola") . ,(lambda (&rest _) causeway-command))))

;; The model around point is that of the last lens at or above it.
(declare-function eglot--current-server-or-lose "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc-request "jsonrpc")

(defun causeway--model ()
  "Arguments [uri, class] of the commands for the model around point."
  (let* ((lenses (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeLens
                                  (list :textDocument (eglot--TextDocumentIdentifier))))
         (line (1- (line-number-at-pos)))
         (found (and (> (length lenses) 0) (aref lenses 0))))
    (mapc (lambda (l) (when (<= (plist-get (plist-get (plist-get l :range) :start) :line) line) (setq found l))) lenses)
    (unless found (user-error "There is no model here"))
    (plist-get (plist-get found :command) :arguments)))

(defun causeway--run (what)
  "Let the server do WHAT with the model around point; show what it says."
  (let* ((model (causeway--model))
         (answer (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                                  (list :command (concat "causeway." what) :arguments model) :timeout 600))
         (text (plist-get answer :text))
         (picture (plist-get answer :picture)))
    (with-current-buffer (get-buffer-create "*causeway*")
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert text))
      (goto-char (point-min))
      (special-mode)
      (display-buffer (current-buffer)))
    (when (and picture (display-images-p)) (display-buffer (find-file-noselect picture)))))

(defun causeway-check () "Check the model around point." (interactive) (causeway--run "check"))
(defun causeway-simulate () "Simulate the model around point." (interactive) (causeway--run "simulate"))
(defun causeway-plot () "Simulate and plot the model around point." (interactive) (causeway--run "plot"))
(defun causeway-flat () "Show the flat equations of the model around point." (interactive) (causeway--run "flat"))
(defun causeway-code () "Show the generated C of the model around point." (interactive) (causeway--run "code"))

(provide 'causeway)
;;; causeway.el ends here
